// run.mjs preloads this file into its program. It ends the program after run.mjs has ended, so that a killed "npm start" leaves
// no server that occupies the port.
import { isMainThread } from 'node:worker_threads';

const parent = Number(new URL(import.meta.url).searchParams.get('pid'));

// Node preloads this file in some children of the program, such as test files, too: they do not follow.
if (isMainThread && (process.ppid === parent || isGone(parent))) {
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, 500).unref();
}

/** @param {number} pid */
function isGone(pid) {
  try {
    return !process.kill(pid, 0);
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'ESRCH';
  }
}
