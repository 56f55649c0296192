// run.mjs preloads this file into a program that replaces it, so that the program ends with npm and with its terminal.
import { isMainThread } from 'node:worker_threads';
import { followNpm } from './follow-npm.mjs';

const own = Number(new URL(import.meta.url).searchParams.get('pid'));

// Node preloads this file in the children of the program too.
if (isMainThread && process.pid === own) {
  const end = () => process.kill(process.pid, 'SIGTERM');
  process.on('SIGHUP', end);
  followNpm(end);
}
