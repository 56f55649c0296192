import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildWhenChanged } from './build-when-changed.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const output = 'web/dist';

/** Builds the web application if its sources changed, if any. */
export async function buildWeb() {
  if (!existsSync(path.join(root, 'web/index.html'))) return;
  await buildWhenChanged({
    name: 'the web application',
    folder: output,
    sources: ['web', 'shared', 'package-lock.json', 'vite.config.ts', 'mantine.config.ts', 'router.config.ts'],
    command: ['node_modules/vite/bin/vite.js', 'build', '--outDir', 'dist.new', '--emptyOutDir', '--logLevel', 'error'],
  });
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await buildWeb().catch((error) => {
    console.error(error.message);
    process.exit(1);
  });
}
