// Runs one of our TypeScript programs on the pinned Node, independent of the Node that npm runs on. Prepares the packages and,
// for the server, the built web application and the server bundle. It is a program of its own because `sh` caches the path of
// `node`: "npm ci && node server/program/main.ts" in one npm script would run on the system's Node.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildServer } from './build-server.mjs';
import { buildWeb } from './build-web.mjs';
import { installPackages } from './install-packages.mjs';
import { pinnedNode } from './pinned-node.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const [script, ...args] = process.argv.slice(2);

if (!script) fail('usage: node scripts/run.mjs <script> [arguments]');
try {
  await installPackages(root);
  let program = script;
  if (script === 'server/program/main.ts' && !args.includes('--help') && !args.includes('-h')) {
    await buildWeb();
    program = await buildServer();
  }
  // Makes stack traces of the bundle show the lines of the sources.
  const flags = program === script ? [] : ['--enable-source-maps'];
  run(pinnedNode(root), [...flags, program, ...args]);
} catch (error) {
  fail(/** @type {Error} */ (error).message);
}

/** @param {string} node @param {string[]} command */
function run(node, command) {
  const preload = pathToFileURL(path.join(root, 'scripts/follow-parent.mjs'));
  preload.searchParams.set('pid', String(process.pid));
  const follow = process.platform === 'win32' ? [] : [`--import=${preload.href}`];
  // A compile cache halves the time until a program runs.
  const env = { NODE_COMPILE_CACHE: path.join(root, 'node_modules/.cache/compile'), ...process.env };
  const child = spawn(node, [...follow, ...command], { cwd: root, stdio: 'inherit', env });
  child.once('error', (error) => fail(error.message));
  child.once('exit', (code, signal) => process.exit(code ?? 128 + (signal ? constants.signals[signal] : 0)));
  let asked = false;
  /** @param {NodeJS.Signals} signal */
  const pass = (signal) => {
    if (!asked) child.kill(signal);
    asked = true;
  };
  // Ctrl-C reaches the program directly, like every process of the terminal. A signal to this process does not.
  process.on('SIGTERM', pass);
  process.on('SIGINT', (signal) => process.stdin.isTTY || pass(signal));
  process.on('SIGHUP', () => process.stdin.isTTY || pass('SIGTERM'));
  followNpm(() => pass('SIGTERM'));
}

// A killed npm, and the shell between npm and this process, end no child processes.
/** @param {() => void} whenGone */
function followNpm(whenGone) {
  if (process.env.npm_lifecycle_event === undefined || process.platform === 'win32') return;
  const parent = process.ppid;
  const grandparent = isShell(parent) ? parentOf(parent) : undefined;
  const timer = setInterval(() => {
    const shellLeft = grandparent !== undefined && parentOf(parent) !== grandparent;
    if (process.ppid === parent && !shellLeft) return;
    clearInterval(timer);
    whenGone();
  }, 500);
}

/** @param {number} pid */
function isShell(pid) {
  try {
    return /^\d+ \(\w*sh\)/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

/** @param {number} pid @returns {number | undefined} */
function parentOf(pid) {
  try {
    return Number(/\) \w (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]);
  } catch {
    return undefined;
  }
}

/** @param {string} message @returns {never} */
function fail(message) {
  console.error(message);
  process.exit(1);
}
