import { setImmediate as letOthers } from 'node:timers/promises';
import { messageContents } from '#server/channels/rendering/content.ts';
import type { App } from '#server/platform/context.ts';
import { type Loop, startLoop } from '#server/platform/nodes/loop.ts';
import type { Node } from '#server/platform/nodes/node.ts';
import { reapOwn } from '#server/platform/nodes/reaper.ts';
import type { Times } from '#server/platform/nodes/times.ts';
import type { WorkPace } from '#server/platform/nodes/work-pace.ts';
import { attempt, type Workshop } from './attempt.ts';
import { type Desk, openDesks } from './desks.ts';
import { givingWay } from './giving-way.ts';
import { startHealth } from './health.ts';
import type { Progress } from './progress.ts';
import { type Claimed, claimRecipients } from './queue/claim.ts';
import type { Claim } from './queue/due.ts';
import { type Due, findDue } from './queue/due.ts';
import { rememberPlaces } from './queue/places.ts';
import { chooseClaims, isWorthwhile, remaining } from './queue/share.ts';
import { takeBack } from './reap.ts';
import { recordResults } from './results.ts';
import { returned } from './retry.ts';
import { type HeldRecipient, watchSlow } from './slow.ts';
import { watchStopped } from './stopped.ts';

/** The sending part of a process. */
export interface DeliveryWork {
  /** Stops claiming, gives back what has not begun, waits for what is on the wire. */
  stop(): Promise<void>;
}

export type DeliveryApp = Pick<App, 'config' | 'db' | 'live' | 'log' | 'secrets' | 'publicUrl'>;

const dueKeptFor = 100;
const largestCount = 1_000;
const ownReapInterval = 2_000;
const slowInterval = 500;
const healthInterval = 2_000;
// Preparing a recipient blocks other work, above all alarms.
const begunAtOnce = 16;

interface Surroundings {
  /** Called when received content waits to be settled. */
  heard: () => void;
  pace: WorkPace;
}

/** Starts delivering due recipients over all active channels, while this process counts as alive. */
export function startDelivery(
  app: DeliveryApp,
  node: Node,
  progress: Progress,
  times: Times,
  { heard, pace }: Surroundings,
): DeliveryWork {
  const desks = openDesks(app, times, heard);
  const health = startHealth(app, healthInterval);
  const held = new Map<number, HeldRecipient>();
  const slow = watchSlow(app.db, node, desks, times);
  const stopped = watchStopped(app, held);
  const running = new Set<Promise<unknown>>();
  let stopping = false;
  let abandoned = false;
  let due: Due[] = [];
  let dueAt = Number.NEGATIVE_INFINITY;
  let keptFor = dueKeptFor;
  let turns = 0;
  let claiming = 0;
  /** A running claim may take recipients suspected of killing the process. */
  let takesSuspects = false;
  /** The running claim of other messages than alarms, whether more remain, and its last error. */
  let ordinary: Promise<void> | null = null;
  let passedOver = false;
  const way = givingWay();
  let alarmsHeld = 0;
  let waiting: NodeJS.Timeout | undefined;
  let failure: unknown = null;
  const places = rememberPlaces();
  const workshop: Workshop = {
    app,
    contents: messageContents(app.db),
    desks,
    health,
    mayBegin: (messageId) => !stopping && !stopped.has(messageId) && node.fresh(),
    mistakes: new Map(),
    unknownDelay: times.unknown / 1000,
    silence: times.silence,
  };
  const record = recordResults(app, node, progress.changed, () => abandoned);

  const wakeFor = (desk: Desk) => {
    const own = due.filter(({ channelId }) => channelId === desk.channelId);
    if (own.some(({ lane }) => lane === 'alarm') || (own.length && isWorthwhile(desk))) loop.wake();
  };
  const giveWayNoMore = () => {
    way.end();
    clearTimeout(waiting);
    if (waiting) loop.wake();
    waiting = undefined;
  };
  const work = async (desk: Desk, recipient: Claimed, one: HeldRecipient) => {
    const underway = () => {
      if (one.isUnderway) return;
      one.isUnderway = true;
      desk.goodAt = performance.now();
      desk.unheardOf = null;
      desk.underway++;
      wakeFor(desk);
    };
    // of more alarms than connections, some are only claimed
    const inDoubt = recipient.lane === 'alarm' && desk.sender.room ? desk.inDoubt : null;
    const leave = await inDoubt?.enter().catch(() => null);
    try {
      const outcome = leave === null ? returned : await attempt(workshop, desk, recipient, underway);
      await record({ ...outcome, recipient });
    } finally {
      leave?.();
      held.delete(recipient.id);
      if (recipient.lane === 'alarm' && --alarmsHeld === 0) giveWayNoMore();
      fill(desk, recipient.lane === 'alarm', -1); // once the result is on disk, so that unknown outcomes never exceed the places
      if (one.isUnderway) desk.underway--;
    }
    wakeFor(desk);
  };
  const begin = (recipient: Claimed, one: HeldRecipient) => {
    const task = work(desks.get(recipient.channelId)!, recipient, one)
      .catch((error: Error) => app.log.error({ event: 'attempt_failed', recipient: recipient.id, error: error.name }))
      .finally(() => running.delete(task));
    running.add(task);
  };
  const claim = async (claims: readonly Claim[], isAlarm: boolean): Promise<[Claimed, HeldRecipient][]> => {
    const own = claims.map(({ channelId, count }) => ({ desk: desks.get(channelId)!, count }));
    for (const { desk, count } of own) fill(desk, isAlarm, count); // claims reserve their places
    let claimed: Claimed[] = [];
    claiming++;
    const suspects = !takesSuspects;
    takesSuspects = true;
    try {
      claimed = await claimRecipients(app.db, node, isAlarm ? claims : places.from(claims), { suspects });
      places.note(claims, claimed);
    } finally {
      claiming--;
      if (suspects) takesSuspects = false;
      for (const { desk, count } of own) fill(desk, isAlarm, -count);
    }
    return claimed.map((recipient) => {
      const { messageId, channelId, lane } = recipient;
      const one: HeldRecipient = {
        messageId,
        channelId,
        isAlarm: lane === 'alarm',
        since: performance.now(),
        isUnderway: false,
      };
      held.set(recipient.id, one);
      if (recipient.lane === 'alarm') alarmsHeld++;
      fill(desks.get(recipient.channelId)!, recipient.lane === 'alarm', 1);
      return [recipient, one];
    });
  };
  const take = async (claims: readonly Claim[], isAlarm: boolean) => {
    for (const { messageId } of claims) void workshop.contents(messageId); // load contents during the claim
    const readAt = dueAt;
    const notices = stopped.notices();
    const claimed = await claim(claims, isAlarm);
    if (stopped.notices() !== notices) await stopped.look().catch(() => {}); // recheck recipients claimed after a stop notice
    // if the list was reloaded during the claim, it may count claimed rows: the next claim then gets fewer
    if (dueAt === readAt) {
      due = remaining(
        due,
        claims,
        claimed.map(([recipient]) => recipient),
      );
      if (due.length === 0) dueAt = Number.NEGATIVE_INFINITY;
    }
    for (const [at, [recipient, one]] of claimed.entries()) {
      if (at > 0 && at % begunAtOnce === 0) await letOthers();
      begin(recipient, one);
    }
  };
  /** Runs in parallel, so that an alarm waits for no claim of a mass mail. */
  const takeOrdinary = (claims: readonly Claim[]) => {
    ordinary = take(claims, false)
      .catch((error: unknown) => {
        failure = error;
      })
      .finally(() => {
        ordinary = null;
        if (passedOver) loop.wake();
        passedOver = false;
      });
  };
  const turn = async () => {
    if (stopping || !node.fresh()) return;
    if (failure) {
      const error = failure;
      failure = null;
      throw error;
    }
    await desks.refresh();
    if (performance.now() - dueAt > keptFor) {
      const begun = performance.now();
      dueAt = begun; // a notice during the query causes another one
      due = await findDue(app.db, largestCount);
      if (due.length) pace.endRests();
      keptFor = Math.max(dueKeptFor, 10 * (performance.now() - begun)); // the query is slow behind an old snapshot
    }
    const claims = chooseClaims(desks, due, turns++);
    const alarms = new Set(due.flatMap(({ lane, messageId }) => (lane === 'alarm' ? messageId : [])));
    const [urgent, others] = [true, false].map((one) => claims.filter((c) => alarms.has(c.messageId) === one));
    // start alarms before claiming anything else
    if (urgent!.length) {
      way.begin();
      await take(urgent!, true);
    }
    if (!others!.length) return;
    const wait = way.wait();
    if (wait) waiting ??= setTimeout(giveWayNoMore, wait);
    else if (ordinary) passedOver = true;
    else takeOrdinary(others!);
  };
  const loop: Loop = pace.loop(app.log, 'delivery', times.poll, turn);
  let reapedAt = performance.now();
  const reap = async () => {
    if (stopping || claiming || !node.fresh() || performance.now() - reapedAt < ownReapInterval) return;
    reapedAt = performance.now();
    await takeBack(app.db, progress, (tx) => reapOwn(tx, node, [...held.keys()], 3_000));
  };
  const reaping = pace.loop(app.log, 'own_reap', times.poll, reap, { calm: times.rare });
  const watching = startLoop(app.log, 'slow_channels', [slowInterval, slowInterval], () => slow.look(held));
  const unwatch = app.live.watch('work', () => {
    dueAt = Number.NEGATIVE_INFINITY;
    loop.wake();
  });
  const unwatchAlarms = app.live.watch('alarm', way.begin);
  return {
    async stop() {
      stopping = true;
      unwatch();
      unwatchAlarms();
      stopped.close();
      clearTimeout(waiting);
      await Promise.all([loop.stop(), reaping.stop(), watching.stop()]);
      await ordinary;
      await settled(running, times.stop);
      abandoned = true;
      await health.stop();
      await desks.close();
    },
  };
}

function fill(desk: Desk, isAlarm: boolean, count: number): void {
  desk.held += count;
  if (!isAlarm) desk.others += count;
}

async function settled(running: ReadonlySet<Promise<unknown>>, longest: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, longest);
  });
  await Promise.race([Promise.allSettled([...running]), timeout]);
  clearTimeout(timer);
}
