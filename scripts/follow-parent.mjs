// preloaded by run.mjs: ends the program with it, so that a killed "npm start" frees the port
import { isMainThread } from 'node:worker_threads';

const parent = Number(new URL(import.meta.url).searchParams.get('pid'));

// preloaded in children too, which don't follow
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
