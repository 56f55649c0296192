import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { startNpm } from './npm.mjs';
import { oneAtATime } from './one-at-a-time.mjs';

/**
 * Installs the packages of package-lock.json into node_modules, if they differ. npm writes its own list (.package-lock.json)
 * last, so this function detects and repeats an interrupted installation.
 * @param {string} root
 */
export async function installPackages(root) {
  if (!existsSync(path.join(root, 'package-lock.json')) || isInstalled(root)) return;
  await oneAtATime(root, async (startedPid) => {
    if (isInstalled(root)) return;
    console.error('Installing the packages of package-lock.json; this takes a minute or two.');
    await npmCi(root, startedPid);
    writeFileSync(stampFile(root), stamp(root));
  });
}

// A production image neither builds nor checks.
/** @param {string} root */
const isProduction = (root) => !existsSync(path.join(root, 'web/index.html'));

/** @param {string} root */
const stampFile = (root) => path.join(root, 'node_modules/.installed');

/** @param {string} root */
const listFile = (root) => path.join(root, 'node_modules/.package-lock.json');

/** @param {string} root */
function stamp(root) {
  const lock = createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .digest('hex');
  return `${lock} ${isProduction(root)} ${statSync(listFile(root)).mtimeMs}\n`;
}

/** @param {string} root */
function isInstalled(root) {
  if (!existsSync(listFile(root))) return false;
  if (existsSync(stampFile(root)) && readFileSync(stampFile(root), 'utf8') === stamp(root)) return true;
  return hasAllPackages(root); // a user ran npm directly
}

/** @param {string} root */
function hasAllPackages(root) {
  /** @param {string} file @returns {Record<string, any>} */
  const packagesOf = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;
  const present = packagesOf(listFile(root));
  const production = isProduction(root);
  return Object.entries(packagesOf(path.join(root, 'package-lock.json'))).every(([where, wanted]) => {
    if (where === '' || (production && (wanted.dev || wanted.devOptional))) return true;
    return present[where] ? present[where].version === wanted.version : wanted.optional === true && !isForUs(wanted);
  });
}

/** @param {{ os?: string[], cpu?: string[], libc?: string[] }} wanted */
function isForUs({ os, cpu, libc }) {
  return Boolean(os?.includes(process.platform) && cpu?.includes(process.arch) && !libc);
}

/** @param {string} root @param {(pid: number | undefined) => Promise<void>} startedPid */
async function npmCi(root, startedPid) {
  const which = isProduction(root) ? '--omit=dev' : '--include=dev';
  const args = [
    'ci',
    which,
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--no-progress',
    '--no-update-notifier',
    '--loglevel=error',
  ];
  const child = startNpm(args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = new Promise((resolve, reject) => child.once('error', reject).once('exit', resolve));
  await startedPid(child.pid);
  const code = await ended;
  if (code !== 0)
    throw new Error(`npm ci failed (${code}): see above, check that the registry is reachable, start again`);
}
