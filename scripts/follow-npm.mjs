import { readFileSync } from 'node:fs';

/**
 * Calls `whenGone` when npm, or the shell between npm and this process, has ended: if they are killed, they end no child
 * processes. Does nothing for a process that npm did not start.
 * @param {() => void} whenGone
 */
export function followNpm(whenGone) {
  if (process.env.npm_lifecycle_event === undefined || process.platform === 'win32') return;
  const parent = process.ppid;
  const grandparent = isShell(parent) ? parentOf(parent) : undefined;
  const timer = setInterval(() => {
    const shellLeft = grandparent !== undefined && parentOf(parent) !== grandparent;
    if (process.ppid === parent && !shellLeft) return;
    clearInterval(timer);
    whenGone();
  }, 500).unref();
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
