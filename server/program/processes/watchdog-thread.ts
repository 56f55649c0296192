// Checks whether the event loop of its process still runs (watchdog.ts). Counts its own checks instead of reading a clock: while
// the whole process is paused, no check is missed.
import { writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import type { Watched } from './watchdog.ts';

const { beats, interval, patience } = workerData as Watched;
const counter = new Int32Array(beats);
let [seen, missed] = [-1, 0];

setInterval(() => {
  const now = Atomics.load(counter, 0);
  missed = now === seen ? missed + 1 : 0;
  seen = now;
  if (missed * interval < patience) return;
  // The event loop that hangs also writes the log of the process.
  const entry = { level: 50, time: new Date().toISOString(), event: 'process_stuck', seconds: patience / 1000 };
  writeSync(1, `${JSON.stringify(entry)}\n`);
  process.kill(process.pid, 'SIGKILL');
}, interval);
