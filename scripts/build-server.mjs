import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildWhenChanged, isFresh } from './build-when-changed.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/** @type {import('./build-when-changed.mjs').Build} */
const bundle = {
  name: 'the server',
  folder: 'dist',
  sources: [
    'server',
    'shared',
    ...(existsSync(path.join(root, 'demo')) ? ['demo'] : []),
    'package.json',
    ...(existsSync(path.join(root, 'package-lock.json')) ? ['package-lock.json'] : []),
    'scripts/bundle-server.mjs',
  ],
  command: ['scripts/bundle-server.mjs', 'dist.new'],
};

/**
 * Bundles the server if its sources changed and returns the file to start, from the root. Without the bundler (a production
 * image) returns a bundle that is there and fresh, else the source file.
 */
export async function buildServer() {
  if (existsSync(path.join(root, 'node_modules/rolldown'))) await buildWhenChanged(bundle);
  else if (!isFresh(bundle)) return 'server/program/main.ts';
  return 'dist/program.main.mjs';
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  console.log(await buildServer());
}
