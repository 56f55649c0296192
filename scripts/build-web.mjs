import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { oneAtATime } from './one-at-a-time.mjs';
import { pinnedNode } from './pinned-node.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const dist = path.join(root, 'web/dist');
const fresh = path.join(root, 'web/dist.new');
const old = path.join(root, 'web/dist.old');
const stampFile = path.join(dist, '.sources');

/**
 * Builds the web application when its sources changed since the last time. It is built beside the old one and then
 * put in its place, so an interrupted build leaves nothing half-made. Without sources (a production image) nothing is done.
 */
export async function buildWeb() {
  if (!existsSync(path.join(root, 'web/index.html')) || isFresh()) return;
  await oneAtATime(root, async (startedPid) => {
    if (isFresh()) return;
    console.error('Building the web application; this takes a minute or two.');
    const stamp = hashOfSources();
    const vite = path.join(root, 'node_modules/vite/bin/vite.js');
    const child = spawn(
      pinnedNode(root),
      [vite, 'build', '--outDir', 'dist.new', '--emptyOutDir', '--logLevel', 'error'],
      {
        cwd: root,
        stdio: ['ignore', 'inherit', 'inherit'],
        env: { ...process.env, NODE_ENV: 'production' },
      },
    );
    const ended = new Promise((resolve, reject) => child.once('error', reject).once('exit', resolve));
    await startedPid(child.pid);
    const code = await ended;
    if (code !== 0) throw new Error(`the web application could not be built (${code}): see above`);
    writeFileSync(path.join(fresh, '.sources'), stamp);
    rmSync(old, { recursive: true, force: true });
    if (existsSync(dist)) renameSync(dist, old);
    renameSync(fresh, dist);
    rmSync(old, { recursive: true, force: true });
  });
}

function isFresh() {
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8') === hashOfSources();
}

function hashOfSources() {
  const hash = createHash('sha256');
  const files = [...filesIn('web'), ...filesIn('shared'), 'package-lock.json', 'vite.config.ts'].sort();
  for (const file of files)
    hash
      .update(`${file}\0`)
      .update(readFileSync(path.join(root, file)))
      .update('\0');
  return hash.digest('hex');
}

/** @param {string} folder @returns {string[]} */
function filesIn(folder) {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return file.startsWith('web/dist') ? [] : filesIn(file);
    return /\.test\.tsx?$/.test(file) ? [] : [file];
  });
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await buildWeb().catch((error) => {
    console.error(error.message);
    process.exit(1);
  });
}
