import { spawnSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';

const needed = 24;

/**
 * The Node that package-lock.json pins, else the one that runs this if it is new enough to run TypeScript.
 * @param {string} root
 * @returns {string}
 */
export function pinnedNode(root) {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const windows = process.platform === 'win32';
  for (const name of [`node-${platform}-${process.arch}`, `node-bin-${platform}-${process.arch}`]) {
    const file = path.join(root, 'node_modules', name, 'bin', windows ? 'node.exe' : 'node');
    if (existsSync(file) && runs(file)) return file;
  }
  if (Number(process.versions.node.split('.')[0]) >= needed) return process.execPath;
  throw new Error(
    `This is Node ${process.version}, and the Node that npm brings does not run on ${process.platform} ${process.arch}: ` +
      `install Node ${needed} or newer.`,
  );
}

// musl and old systems install the file, but can't run it
/** @param {string} file */
function runs(file) {
  return realpathSync(file) === realpathSync(process.execPath) || spawnSync(file, ['--version']).status === 0;
}
