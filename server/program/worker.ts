import { askOtherPlace } from '#server/administration/second-place/other-place.ts';
import { watchOtherPlace } from '#server/administration/second-place/watch-other.ts';
import { startSettling } from '#server/alerting/delivery/settle-callbacks.ts';
import { startDelivering } from '#server/alerting/delivery/start.ts';
import { startDrills } from '#server/alerting/drills/start.ts';
import { advanceMessages, launchDue } from '#server/alerting/launch/advance-messages.ts';
import { startPathTests } from '#server/alerting/path-test/start.ts';
import { startCommands } from '#server/alerting/triggers/take-commands.ts';
import { takeOrder } from '#server/alerting/triggers/take-order.ts';
import { within } from '#server/api/connection-pools/connection-pools.ts';
import { endTelling, startTelling } from '#server/api/security-log/syslog/tell.ts';
import { startWebhooks } from '#server/outside/webhooks/start.ts';
import { ConfigError } from '#server/platform/config.ts';
import type { App } from '#server/platform/context.ts';
import { hasSuccessor, isOutdated } from '#server/platform/database/newer-release.ts';
import { type Beat, openGuard } from '#server/platform/installation/guard.ts';
import { type Loop, startLoop } from '#server/platform/nodes/loop.ts';
import type { WriteBeat } from '#server/platform/nodes/node.ts';
import { type Times, usualTimes } from '#server/platform/nodes/times.ts';
import { openWorkPace, type WorkPace } from '#server/platform/nodes/work-pace.ts';
import { startBackups } from './backup/scheduled/start-backups.ts';
import { lookForWork } from './resting-work.ts';
import { tidyUpSwitchover } from './switchover/tidy-up.ts';

/** The background part of a process. */
export interface Worker {
  stop(): Promise<void>;
}

// a killed switchover leaves a record of changes that grows
const tidyEvery = 30_000;

// the check for a newer release becomes rarer by this factor while heartbeats read the same number of migrations
const rarely = 6;

/** Starts the background jobs at the pace of a worker. */
type WorkJobs = (pace: WorkPace) => Promise<void>;

/** One part of the background work. */
type Part = Pick<Worker, 'stop'>;

/**
 * Starts the background work of this process: the scheduler of messages, delivery, provider reports, alarms that start without
 * the screen, webhooks, and `jobs`. Everything rests while it is unknown whether this database is a copy of another installation.
 * Everything ends when a newer release has migrated the database and one of its workers works, so that no alarm waits for its start.
 */
export async function startWorker(app: App, jobs?: WorkJobs, times: Times = usualTimes): Promise<Worker> {
  if (!app.publicUrl) {
    throw new ConfigError(
      'PUBLIC_URL: must be set where a process only has the role worker; answer links begin with it',
    );
  }
  const guard = openGuard(app);
  let working: Part | null = null;
  let migrations: number | null = null; // as the last heartbeat read it
  let isOver = false;
  const rest = async () => {
    const parts = working;
    working = null;
    migrations = null;
    await parts?.stop();
  };
  let outdatedAt: number | null = null;
  let checkedAt = Number.NEGATIVE_INFINITY;
  let checkedFor: number | null = null;
  const mustEnd = async () => {
    const pause = migrations === null ? times.release : times.release * rarely;
    const isKnown = migrations === checkedFor && performance.now() - checkedAt < pause;
    if (outdatedAt === null && isKnown) return false;
    const read = migrations;
    checkedAt = performance.now();
    checkedFor = null;
    const isReplaced = await isOutdated(app);
    checkedFor = read;
    if (!isReplaced) {
      outdatedAt = null; // for example a restored database
      return false;
    }
    outdatedAt ??= performance.now();
    return performance.now() - outdatedAt >= times.outdated || (await hasSuccessor(app, times.dead));
  };
  let looking: Loop | undefined;
  const writeBeat = async (...beat: Parameters<WriteBeat>) => {
    const read = await guard.beat(...beat);
    migrations = read.migrations;
    looking?.wake();
    return read;
  };
  const look = async () => {
    if (isOver) return;
    if (await mustEnd()) {
      app.log.error({ event: 'release_outdated' });
      isOver = true;
      return rest();
    }
    if (!(await guard.mayLive())) return rest();
    working ??= await startWorking(app, jobs, times, { mayWork: other?.mayWork, writeBeat });
  };
  const hasOther = app.config.OTHER_PLACE_URL !== undefined;
  const other = hasOther ? await watchOtherPlace(app, askOtherPlace(app)) : null;
  await look();
  // a heartbeat wakes it with what it has read
  const pause = () => (working ? times.heartbeat * 1.25 : times.heartbeat);
  looking = startLoop(app.log, 'installation', () => [pause(), pause()], look);
  const unwatch = app.live.watch('system', () => {
    checkedAt = Number.NEGATIVE_INFINITY;
    looking?.wake();
  });
  const tidying = startLoop(app.log, 'switchover', [tidyEvery, tidyEvery], () => tidyUpSwitchover(within(app, 'bulk')));
  return {
    async stop() {
      unwatch();
      await other?.stop();
      await tidying.stop();
      await looking?.stop();
      isOver = true;
      await rest();
    },
  };
}

// milliseconds
const alarmLeavesWithin = 1_000;
const schedulerYields = 100;

/**
 * Wakes the scheduler for new work. After the notice of an alarm it lets delivery begin first, because both compete for
 * the processor and the disk.
 */
function wakeAfterAlarms({ watch }: Pick<App['live'], 'watch'>, scheduler: Pick<Loop, 'wake'>): () => void {
  let alarmedAt = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;
  const unwatchAlarms = watch('alarm', () => {
    alarmedAt = performance.now();
  });
  const unwatchWork = watch('work', () => {
    if (performance.now() - alarmedAt > alarmLeavesWithin) return scheduler.wake();
    timer ??= setTimeout(() => {
      timer = undefined;
      scheduler.wake();
    }, schedulerYields);
  });
  return () => {
    clearTimeout(timer);
    unwatchAlarms();
    unwatchWork();
  };
}

interface Surroundings {
  mayWork: (() => boolean) | undefined;
  writeBeat(...beat: Parameters<WriteBeat>): Promise<Beat>;
}

async function startWorking(
  app: App,
  jobs: WorkJobs | undefined,
  times: Times,
  { mayWork, writeBeat }: Surroundings,
): Promise<Part> {
  const { SYSLOG_URL: syslog } = app.config;
  if (!syslog) await endTelling(app.db);
  const pace = openWorkPace(app.live, times, mayWork);
  const scheduler = pace.loop(app.log, 'messages', times.poll, () => advanceMessages(app), { isWatched: true });
  const launching = pace.loop(app.log, 'launches', times.poll, () => launchDue(app), {
    calm: times.slow,
    isWatched: true,
  });
  const unwatch = wakeAfterAlarms(app.live, scheduler);
  const settling = startSettling(app, pace);
  const commands = startCommands(app, pace);
  const takeCallerOrder = (channelId: number, order: Parameters<typeof takeOrder>[2]) =>
    takeOrder(app, channelId, order);
  // an answer that frees people may have lost its notification, and their stand-down has ten seconds (decision 21)
  const beat: WriteBeat = async (...given) => {
    const { at, hasWakes } = await writeBeat(...given);
    if (hasWakes) scheduler.wake();
    return at;
  };
  const delivering = await startDelivering({ ...app, takeCallerOrder }, times, settling.wake, pace, beat);
  const webhooks = startWebhooks(app, undefined, undefined, pace);
  const pathTests = startPathTests(app, pace);
  const drills = startDrills(app, pace);
  const backups = startBackups(within(app, 'bulk'), pace);
  const resting = pace.lookFor(app.log, lookForWork(app, jobs ? [] : ['jobs']));
  const telling = syslog ? [startTelling(within(app, 'bulk'), syslog)] : [];
  const stop = async () => {
    unwatch();
    pace.stop();
    const parts = [
      launching,
      scheduler,
      delivering,
      settling,
      commands,
      webhooks,
      pathTests,
      drills,
      backups,
      resting,
      ...telling,
    ];
    await Promise.all([app.jobs.rest(), ...parts.map((part) => part.stop())]);
  };
  // Parts that have started would otherwise continue after a failure.
  await jobs?.(pace).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return { stop };
}
