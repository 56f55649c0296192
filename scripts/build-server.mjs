import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildWhenChanged, isUpToDate } from './build-when-changed.mjs';

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

const sources = 'server/program/main.ts';

/**
 * Bundles the server if its sources changed. Returns the file to start: the bundle; without a bundler (a production
 * image) a bundle only if it is up to date, otherwise the source; and the source if the bundle can't be built, for
 * example on a full disk.
 */
export async function buildServer() {
  if (!existsSync(path.join(root, 'node_modules/rolldown')))
    return isUpToDate(bundle) ? 'dist/program.main.mjs' : sources;
  try {
    await buildWhenChanged(bundle);
    return 'dist/program.main.mjs';
  } catch (error) {
    console.error(`${/** @type {Error} */ (error).message}\nMeldekette starts from the sources instead.`);
    return sources;
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  console.log(await buildServer());
}
