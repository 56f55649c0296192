// Checks the event loop (watchdog.ts). Counts checks instead of time, for paused processes.
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
  // the hanging loop also writes the log
  const entry = { level: 50, time: new Date().toISOString(), event: 'process_stuck', seconds: patience / 1000 };
  writeSync(1, `${JSON.stringify(entry)}\n`);
  process.kill(process.pid, 'SIGKILL');
}, interval);
