// One of the processes that a supervisor keeps. It lives as long as the channel between them: that the supervisor lets it
// go and that the supervisor is dead are the same to it.
import cluster from 'node:cluster';
import { flushCompileCache } from 'node:module';
import { loadConfig } from '#server/platform/config.ts';
import { isStartDelayed } from '#server/platform/database/away.ts';
import { exitCodes } from '#server/platform/start-error.ts';
import { type RunningServer, startServer } from '#server/program/server.ts';
import { failToStart, watchStart } from '#server/program/starting/fail-to-start.ts';
import { joinFamily, type ToProcess, tellSupervisor } from './link.ts';

const longestEnd = 30_000;
const settled = 5_000;

let starting: Promise<RunningServer> | undefined;
let isEnding = false;

function end(): void {
  if (isEnding) return;
  isEnding = true;
  setTimeout(() => process.exit(1), longestEnd).unref();
  // whoever has begun to use the embedded PostgreSQL has to leave it in good order: others count on the last one to stop it
  void Promise.resolve(starting)
    .then((server) => server?.stop())
    .then(
      () => process.exit(0),
      () => process.exit(1),
    );
}

// what shares a port would otherwise be ended in the middle of its work
cluster.worker?.once('disconnect', () => {
  cluster.worker!.exitedAfterDisconnect = true;
});
cluster.worker?.on('error', () => {}); // who is gone cannot be told that the port is given back
process.once('disconnect', end);
process.on('SIGTERM', end);
process.on('SIGINT', () => {}); // Ctrl-C reaches all in front of the terminal; the supervisor says who ends when

const started = watchStart();
try {
  const config = loadConfig();
  // the supervisor prepares the database while this process loads its role
  if (config.ROLES?.includes('web')) await import('#server/program/app.ts');
  if (config.ROLES?.includes('worker')) await import('#server/program/worker.ts');
  const family = joinFamily();
  if (!process.connected) end();
  const own = await family.begun;
  starting = startServer({ ...config, ...own }, family);
  const { url, firstPassword, figures } = await starting;
  process.on('message', async (message: ToProcess) => {
    if (message.is === 'measure')
      tellSupervisor({ is: 'figures', question: message.question, figures: await figures() });
  });
  // what only starting needed is half of the heap, and would stay for as long as little happens; what waits to be sent goes first
  setTimeout(() => {
    flushCompileCache(); // also for a process that is killed one day
    globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  }, settled).unref();
  started();
  tellSupervisor({ is: 'ready', ready: { url, firstPassword } });
  if (!process.connected) end();
} catch (error) {
  if (isStartDelayed(error)) process.exit(exitCodes.databaseAway); // the supervisor says it, and tries again
  failToStart(error);
}
