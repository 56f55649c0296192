// A supervised process, which lives as long as its channel to the supervisor.
import cluster from 'node:cluster';
import { loadConfig } from '#server/platform/config.ts';
import { isStartDelayed } from '#server/platform/database/away.ts';
import { exitCodes } from '#server/platform/start-error.ts';
import { type RunningServer, startServer } from '#server/program/server.ts';
import { failToStart, watchStart } from '#server/program/starting/fail-to-start.ts';
import { joinFamily, type ToProcess, tellSupervisor } from './link.ts';
import { tidyUpAfterStart } from './tidy-up-after-start.ts';

const longestEnd = 30_000;

let starting: Promise<RunningServer> | undefined;
let isEnding = false;

// the supervisor starts it again
const onReplaced = () => process.exit(exitCodes.databaseAway);

function end(): void {
  if (isEnding) return;
  isEnding = true;
  setTimeout(() => process.exit(1), longestEnd).unref();
  // the last process closes the embedded PostgreSQL
  void Promise.resolve(starting)
    .then((server) => server?.stop())
    .then(
      () => process.exit(0),
      () => process.exit(1),
    );
}

// otherwise Node ends a process that shares a port in the middle of its work
cluster.worker?.once('disconnect', () => {
  cluster.worker!.exitedAfterDisconnect = true;
});
cluster.worker?.on('error', () => {}); // a supervisor that has ended cannot receive the release of the port
process.once('disconnect', end);
process.on('SIGTERM', end);
// the supervisor ends all in order
for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => {});

const started = watchStart();
try {
  const config = loadConfig();
  // the supervisor prepares the database while this process loads its role
  if (config.ROLES?.includes('web')) await import('#server/program/app.ts');
  if (config.ROLES?.includes('worker')) await import('#server/program/worker.ts');
  const family = joinFamily();
  if (!process.connected) end();
  const { isDatabaseReady, ...own } = await family.begun;
  starting = startServer({ ...config, ...own }, { relatives: family, isDatabaseReady, onReplaced, rehearses: true });
  const { url, firstPassword, figures } = await starting;
  process.on('message', async (message: ToProcess) => {
    if (message.is === 'leave') end();
    if (message.is === 'measure')
      tellSupervisor({ is: 'figures', question: message.question, figures: await figures() });
  });
  tidyUpAfterStart();
  started();
  tellSupervisor({ is: 'ready', ready: { url, firstPassword } });
  if (!process.connected) end();
} catch (error) {
  if (isStartDelayed(error)) process.exit(exitCodes.databaseAway); // the supervisor logs it and tries again
  failToStart(error);
}
