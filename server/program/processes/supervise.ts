import { type ChildProcess, fork } from 'node:child_process';
import cluster from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { checkConnections } from '#server/api/connection-pools/check-connections.ts';
import type { Replaced } from '#server/api/http/metrics.ts';
import { type Config, environmentOf } from '#server/platform/config.ts';
import { conditionOf, isStandby, isStartDelayed, isWaitedFor } from '#server/platform/database/away.ts';
import { isFilled } from '#server/platform/database/filled.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { openDatabase } from '#server/platform/database/open.ts';
import { createLog, type Logger } from '#server/platform/log.ts';
import { openSecrets } from '#server/platform/open-secrets.ts';
import { serveWhileStandby } from '#server/program/second-place/while-standby.ts';
import { addressAhead, refuseTakenPort } from '#server/program/starting/listening.ts';
import { measurePhases } from '#server/program/starting/phases.ts';
import { announceStandby, announceStart, endOnSignal } from './announce.ts';
import { closeUnaccepted } from './close-unaccepted.ts';
import { EndedEarly, type Kept, type KeptProcess, keep } from './keep.ts';
import type { Begin } from './link.ts';
import { nodeFlags } from './node-flags.ts';
import { fewestOf, planOf } from './plan.ts';
import { hangsAfter } from './pulse.ts';
import { reportToManager } from './service-manager.ts';
import { tidyUpAfterStart } from './tidy-up-after-start.ts';

const program = fileURLToPath(new URL('./child.ts', import.meta.url));
const execArgv = [...process.execArgv, ...nodeFlags];

/**
 * Runs a worker, and web processes that share the port. Opens the database first and closes it last. The first web
 * process fills an empty database before the worker begins.
 */
export async function supervise(config: Config): Promise<void> {
  let plan = planOf(config);
  const log = createLog(config.LOG_LEVEL);
  const ended = measurePhases(log, 'supervisor');
  ended('load');
  const opening = openDatabase(config, log);
  const waiting = waitNotice();
  const manager = reportToManager(log);
  const family = startFamily({ config, log, waiting }, () => void stop(1).then((code) => process.exit(code)));
  const stop = async (code: number) => {
    manager.stopping();
    const inOrder = await family.stop();
    await opening.then(
      (database) => database.stop(),
      () => undefined,
    );
    return inOrder ? code : 1;
  };
  endOnSignal(() => stop(0), family.kill);
  try {
    await refuseTakenPort(config);
    const [forWeb, forWorker] = [Promise.withResolvers<Begin>(), Promise.withResolvers<Begin>()];
    const web = webProcesses(config, forWeb.promise, family);
    const first = web.add(1);
    const start = () => fork(program, { execArgv, env: environment({ ROLES: 'worker' }) });
    const worker = family.add('worker', start, forWorker.promise);
    for (const one of [first, worker]) one.catch(() => {}); // the code below awaits both
    let hasData = false;
    const { url: databaseUrl, isEmbedded } = await opening;
    ended('database');
    const showStandby = (at: string) => {
      announceStandby(at);
      manager.ready();
    };
    const serve = async (error: unknown) =>
      isStandby(error) && (await serveWhileStandby(config, { log, ready: showStandby }));
    await withDatabase({ waiting, family, serve }, async () => {
      const wanted = { url: databaseUrl, isEmbedded, connections: plan.total, fewest: fewestOf(config) };
      plan = planOf({ ...config, DATABASE_CONNECTIONS: await checkConnections(wanted, log) });
      ended('connections');
      await migrate(databaseUrl, { log });
      ended('migrations');
      // if several processes found no key, each would create one
      [hasData] = await Promise.all([isFilled(databaseUrl), openSecrets(config, databaseUrl)]);
    });
    ended('secrets');
    forWeb.resolve({ DATABASE_CONNECTIONS: plan.perWeb });
    const beginWorker = (url: string) =>
      forWorker.resolve({ DATABASE_CONNECTIONS: plan.perWorker, PUBLIC_URL: withoutSlash(url) });
    const ahead = config.PUBLIC_URL ?? addressAhead(config);
    if (hasData && ahead) beginWorker(ahead);
    const { url: address, firstPassword } = await first;
    const url = withoutSlash(config.PUBLIC_URL ?? address);
    beginWorker(url);
    const others = [worker];
    for (let n = 2; n <= plan.webs; n++) others.push(web.add(n));
    await Promise.all(others);
    ended('processes');
    announceStart(config, url, firstPassword);
    manager.ready();
    tidyUpAfterStart();
  } catch (error) {
    if (family.isEnding()) return; // the operator stopped the start
    if (error instanceof EndedEarly) process.exit(await stop(error.code)); // the process itself has logged the reason
    await stop(1);
    throw error;
  }
}

const withoutSlash = (url: string) => url.replace(/(?<!\/)\/+$/, '');

/** Logs once that the start waits. */
interface WaitNotice {
  say(error?: unknown): void;
  readonly wasSaid: boolean;
}

function waitNotice(): WaitNotice {
  let wasSaid = false;
  return {
    get wasSaid() {
      return wasSaid;
    },
    say(error) {
      if (!wasSaid) process.stderr.write(`${conditionOf(error)}. Meldekette waits for it and then goes on.\n`);
      wasSaid = true;
    },
  };
}

const betweenTries = 2_000;

interface Patiently {
  waiting: WaitNotice;
  family: Family;
  /** Serves a standby's page until it takes changes. Returns false without a standby. */
  serve(error: unknown): Promise<boolean>;
}

/** Repeats while the database is unavailable or a standby. */
async function withDatabase({ waiting, family, serve }: Patiently, work: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (await serve(error)) continue;
      if (family.isEnding() || !(isWaitedFor(error) || (waiting.wasSaid && isStartDelayed(error)))) throw error;
      waiting.say(error);
      await sleep(betweenTries);
    }
  }
}

const environment = (own: Record<string, string>) => environmentOf({ WEB_PROCESSES: '', ...own });

// each ping wakes two processes
const pings = { interval: 2_500, starting: 120_000 };

interface Family {
  /** Adds a process. Resolves when it is ready. */
  add(name: string, start: () => ChildProcess, mayBegin: Promise<Begin>): Kept['ready'];
  /** Returns whether a process with this name prefix runs. */
  has(prefix: string): boolean;
  /** Ends all processes, the worker last. Returns whether properly. */
  stop(): Promise<boolean>;
  isEnding(): boolean;
  kill(): void;
}

interface Surroundings {
  config: Config;
  log: Logger;
  waiting: WaitNotice;
}

function startFamily({ config, log, waiting }: Surroundings, hopeless: () => void): Family {
  const all: Kept[] = [];
  let last: Replaced | null = null;
  const gather = () =>
    Promise.all(
      all.map(async (one) => ({
        process: one.name,
        starts: one.starts,
        stuck: one.stuck,
        figures: await one.measure(),
      })),
    );
  const wantedFrom = (name: string, start: () => ChildProcess, mayBegin: Promise<Begin>): KeptProcess => ({
    name,
    start,
    mayBegin,
    leavesFirst: name !== 'worker' && config.STOP_DELAY > 0,
    patience: { ...pings, working: name === 'worker' ? hangsAfter.worker : hangsAfter.web },
    replaced: () => {
      last = { process: name, at: new Date().toISOString() };
      for (const one of all) one.tell({ is: 'replaced', replaced: last });
    },
    delayed: () => waiting.say(),
    works: (tell) => {
      if (last) tell({ is: 'replaced', replaced: last });
    },
    asked: async (answer, question) => answer({ is: 'gathered', question, processes: await gather() }),
    // Alarms need no web pages.
    ...(name === 'worker' ? { hopeless: () => giveUp(name) } : {}),
  });
  const giveUp = (name: string) => {
    process.stderr.write(`The process ${name} ends again and again as soon as it is started. Everything is stopped.\n`);
    hopeless();
  };
  let isEnding = false;
  return {
    async add(name, start, mayBegin) {
      if (isEnding) throw new EndedEarly(0);
      const one = keep(wantedFrom(name, start, mayBegin), log);
      all.push(one);
      return one.ready;
    },
    has: (prefix) => all.some((one) => one.name.startsWith(prefix) && one.isConnected()),
    isEnding: () => isEnding,
    async stop() {
      isEnding = true;
      const webFirst = all.toSorted((a, b) => Number(a.name === 'worker') - Number(b.name === 'worker'));
      const inOrder = await Promise.all(webFirst.map((one) => one.stop()));
      return inOrder.every(Boolean);
    },
    kill() {
      for (const one of all) one.kill();
    },
  };
}

/** Manages web processes on the supervisor's port. */
function webProcesses(config: Config, mayBegin: Promise<Begin>, family: Family) {
  cluster.setupPrimary({ exec: program, execArgv, args: [] });
  let port = config.PORT;
  let found: number | undefined;
  return {
    async add(n: number) {
      const start = () => {
        // if none runs, keeps the known port
        if (found !== undefined && !family.has('web-')) port = found;
        return closeUnaccepted(cluster.fork(environment({ ROLES: 'web', PORT: String(port) })).process);
      };
      const ready = await family.add(`web-${n}`, start, mayBegin);
      found ??= config.PORT || Number(new URL(ready.url).port);
      return ready;
    },
  };
}
