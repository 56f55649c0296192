// Runs one of our TypeScript programs on the pinned Node, independent of the Node that npm runs on. Prepares the packages and,
// for the server, the built web application and the server bundle. It is a program of its own because `sh` caches the path of
// `node`: "npm ci && node server/program/main.ts" in one npm script would run on the system's Node.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildServer } from './build-server.mjs';
import { buildWeb } from './build-web.mjs';
import { followNpm } from './follow-npm.mjs';
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
  // source lines in stack traces, and a release of the memory of the start
  const flags = program === script ? [] : ['--enable-source-maps', '--expose-gc'];
  const node = pinnedNode(root);
  if (program !== script) become(node, [...flags, program, ...args]);
  run(node, [...flags, program, ...args]);
} catch (error) {
  fail(/** @type {Error} */ (error).message);
}

// A compile cache halves the start. The C library's settings save 25 MB, not for the embedded PostgreSQL.
function environment() {
  return {
    NODE_COMPILE_CACHE: path.join(root, 'node_modules/.cache/compile'),
    MALLOC_ARENA_MAX: '2',
    MALLOC_TRIM_THRESHOLD_: '1048576',
    ...process.env,
  };
}

/**
 * Replaces this process by the server, so that the launcher takes no memory. Node can do this from 22.15 on, but not on Windows.
 * @param {string} node @param {string[]} command
 */
function become(node, command) {
  if (process.platform === 'win32' || !process.execve) return;
  // the first process of a container can't kill itself
  if (process.pid === 1 && process.env.ROLES) return;
  const preload = pathToFileURL(path.join(root, 'scripts/in-place-of-launcher.mjs'));
  preload.searchParams.set('pid', String(process.pid));
  process.chdir(root);
  process.execve(node, [node, `--import=${preload.href}`, ...command], environment());
}

/** @param {string} node @param {string[]} command */
function run(node, command) {
  const preload = pathToFileURL(path.join(root, 'scripts/follow-parent.mjs'));
  preload.searchParams.set('pid', String(process.pid));
  const follow = process.platform === 'win32' ? [] : [`--import=${preload.href}`];
  const child = spawn(node, [...follow, ...command], { cwd: root, stdio: 'inherit', env: environment() });
  child.once('error', (error) => fail(error.message));
  child.once('exit', (code, signal) => process.exit(code ?? 128 + (signal ? constants.signals[signal] : 0)));
  let asked = false;
  /** @param {NodeJS.Signals} signal */
  const pass = (signal) => {
    if (!asked) child.kill(signal);
    asked = true;
  };
  // Ctrl-C reaches the program directly; signals don't
  process.on('SIGTERM', pass);
  process.on('SIGINT', (signal) => process.stdin.isTTY || pass(signal));
  process.on('SIGHUP', () => process.stdin.isTTY || pass('SIGTERM'));
  followNpm(() => pass('SIGTERM'));
}

/** @param {string} message @returns {never} */
function fail(message) {
  console.error(message);
  process.exit(1);
}
