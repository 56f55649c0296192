// Preloaded by run.mjs into the program it starts: asks the program to end when run.mjs is gone, so that a
// killed "npm start" leaves no server behind that keeps the port.
import { isMainThread } from 'node:worker_threads';

const parent = Number(new URL(import.meta.url).searchParams.get('pid'));
if (isMainThread) {
  // children of the program must not inherit the preload: their parent is another one
  process.execArgv.splice(
    0,
    process.execArgv.length,
    ...process.execArgv.filter((it) => !it.includes('follow-parent')),
  );
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, 500).unref();
}
