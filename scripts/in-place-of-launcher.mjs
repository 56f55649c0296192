// preloaded: the program ends with npm and its terminal
import { isMainThread } from 'node:worker_threads';
import { followNpm } from './follow-npm.mjs';

const own = Number(new URL(import.meta.url).searchParams.get('pid'));

// preloaded in children too
if (isMainThread && process.pid === own) {
  const end = () => process.kill(process.pid, 'SIGTERM');
  process.on('SIGHUP', end);
  followNpm(end);
}
