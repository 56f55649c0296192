import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { oneAtATime } from './one-at-a-time.mjs';
import { pinnedNode } from './pinned-node.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/**
 * A folder that is made from sources. All paths start at the root.
 * @typedef {object} Build
 * @property {string} name What is built, for messages.
 * @property {string} folder The result. The command writes it to the folder with `.new` at its end.
 * @property {string[]} sources Files and folders; another content of one makes the result stale.
 * @property {string[]} command Arguments for the pinned Node.
 */

/**
 * Runs a build if its sources changed since the last time. The new result replaces the old one only when it is complete, so an
 * interrupted build leaves nothing half-made.
 * @param {Build} build
 */
export async function buildWhenChanged(build) {
  if (isUpToDate(build)) return;
  await oneAtATime(root, async (startedPid) => {
    if (isUpToDate(build)) return;
    console.error(`Building ${build.name}; this takes a minute or two.`);
    const stamp = stampOf(build);
    const [folder, fresh, old] = ['', '.new', '.old'].map((end) => path.join(root, build.folder + end));
    const child = spawn(pinnedNode(root), build.command, {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, NODE_ENV: 'production' },
    });
    const ended = new Promise((resolve, reject) => child.once('error', reject).once('exit', resolve));
    await startedPid(child.pid);
    const code = await ended;
    if (code !== 0) throw new Error(`${build.name} could not be built (${code}): see above`);
    writeFileSync(path.join(fresh, '.sources'), stamp);
    rmSync(old, { recursive: true, force: true });
    if (existsSync(folder)) renameSync(folder, old);
    renameSync(fresh, folder);
    rmSync(old, { recursive: true, force: true });
  });
}

/**
 * Returns whether a result exists and matches the present sources. Compares sizes and change times first. Only if they differ,
 * for example in a copied folder, compares the contents.
 * @param {Build} build
 */
export function isUpToDate(build) {
  const file = path.join(root, build.folder, '.sources');
  if (!existsSync(file)) return false;
  const [contents, states] = readFileSync(file, 'utf8').split('\n');
  const files = filesOf(build);
  return states === statesOf(files) || contents === contentsOf(files);
}

/** @param {Build} build */
function stampOf(build) {
  const files = filesOf(build);
  return `${contentsOf(files)}\n${statesOf(files)}\n`;
}

/** @param {string[]} files */
function contentsOf(files) {
  const hash = createHash('sha256');
  for (const file of files)
    hash
      .update(`${file}\0`)
      .update(readFileSync(path.join(root, file)))
      .update('\0');
  return hash.digest('hex');
}

// Programs cannot reset the status change time (ctime), unlike the modification time.
/** @param {string[]} files */
function statesOf(files) {
  const hash = createHash('sha256');
  for (const file of files) {
    const { size, ino, ctimeMs } = lstatSync(path.join(root, file));
    hash.update(`${file}\0${size} ${ino} ${ctimeMs}\0`);
  }
  return hash.digest('hex');
}

/** @param {Build} build */
const filesOf = ({ sources, folder }) => sources.flatMap((source) => filesIn(source, folder)).sort();

/** @param {string} source @param {string} result @returns {string[]} */
function filesIn(source, result) {
  if (!lstatSync(path.join(root, source)).isDirectory()) return [source];
  return readdirSync(path.join(root, source), { withFileTypes: true }).flatMap((entry) => {
    const file = `${source}/${entry.name}`;
    if (entry.isDirectory()) return file.startsWith(result) ? [] : filesIn(file, result);
    return /\.test\.tsx?$/.test(file) ? [] : [file];
  });
}
