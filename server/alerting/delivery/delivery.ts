import { setImmediate as letOthers } from 'node:timers/promises';
import type { ForCallers } from '#server/channels/channel.ts';
import { messageContents } from '#server/channels/rendering/content.ts';
import type { App } from '#server/platform/context.ts';
import type { Loop } from '#server/platform/nodes/loop.ts';
import type { Node } from '#server/platform/nodes/node.ts';
import { reapOwn } from '#server/platform/nodes/reaper.ts';
import type { Times } from '#server/platform/nodes/times.ts';
import type { WorkPace } from '#server/platform/nodes/work-pace.ts';
import type { AttemptContext } from './attempt.ts';
import { type HealthRecorder, startHealth } from './health.ts';
import { type ClaimWork, openClaims } from './loop/claims.ts';
import { type DueList, keepDue } from './loop/due-list.ts';
import { type Handover, openHandover } from './loop/handover.ts';
import { holdRecipients } from './loop/held.ts';
import { claimInParallel } from './loop/parallel-claim.ts';
import { type OpenChannel, type OpenChannels, openActiveChannels } from './open-channels.ts';
import type { Progress } from './progress.ts';
import type { Claim, Due } from './queue/due.ts';
import { chooseClaims, isWorthwhile } from './queue/share.ts';
import { takeBack } from './reap.ts';
import { recordResults } from './results.ts';
import { startSlowChecks, watchSlow } from './slow.ts';
import { type StoppedWatch, watchStopped } from './stopped.ts';
import { alarmsFirst } from './yield-to-alarms.ts';

/** The sending part of a process. */
export interface DeliveryWork {
  /** Stops claiming, returns untouched recipients, and waits for others. */
  stop(): Promise<void>;
}

export interface DeliveryApp
  extends Pick<App, 'config' | 'db' | 'live' | 'log' | 'secrets' | 'publicUrl'>,
    ForCallers {}

const ownReapInterval = 2_000;
const healthInterval = 2_000;
// Preparing a recipient blocks other work, above all alarms.
const begunAtOnce = 16;

interface Surroundings {
  /** Called when received content waits to be settled. */
  heard: () => void;
  pace: WorkPace;
}

/** Stopping starts nothing more; abandoned also records nothing more. */
type Phase = 'working' | 'stopping' | 'abandoned';

/** Delivers due recipients while this process counts as alive. */
export function startDelivery(
  app: DeliveryApp,
  node: Node,
  progress: Progress,
  times: Times,
  { heard, pace }: Surroundings,
): DeliveryWork {
  let phase: Phase = 'working';
  const mayWork = () => phase === 'working' && node.fresh() && pace.mayWork();
  const wake = () => loop.wake();
  const channels = openActiveChannels({ ...app, ...forCallers(app, mayWork) }, times, heard);
  const health = startHealth(app, healthInterval);
  const priority = alarmsFirst(wake);
  const held = holdRecipients(channels, { onFirst: () => beginChecks(slowLoop, stopped), onLastAlarm: priority.end });
  const slow = watchSlow(app.db, node, channels, times);
  const stopped = watchStopped(app, held.all);
  const due = keepDue(app.db, pace.endRests);
  const claims = openClaims(app.db, node, channels, held);
  const context = openAttemptContext(app, { channels, health, times, stopped }, mayWork);
  const handover = openHandover({
    context,
    channels,
    held,
    record: recordResults(app, node, progress.changed, () => phase === 'abandoned'),
    freed: (channel) => {
      if (isWanted(channel, due)) wake();
    },
  });
  const take = taking({ context, stopped, due, claims, handover });
  const others = claimInParallel((chosen) => take(chosen, false), wake);
  let turns = 0;
  const turn = async () => {
    if (!mayWork()) return;
    others.check();
    await channels.refresh();
    const list = await due.read();
    const [urgent, rest] = byUrgency(list, chooseClaims(channels, list, turns++));
    // start alarms before claiming anything else
    if (urgent.length) {
      priority.begin();
      await take(urgent, true);
    }
    if (rest.length && !priority.mustWait()) others.start(rest);
  };
  const loop: Loop = pace.loop(app.log, 'delivery', times.poll, turn, { isWatched: true });
  const reap = reaping(() => takeBack(app.db, progress, (tx) => reapOwn(tx, node, [...held.all.keys()], 3_000)));
  const reapLoop = pace.loop(
    app.log,
    'own_reap',
    times.poll,
    async () => {
      if (mayWork() && !claims.isRunning()) await reap();
    },
    { calm: times.rare, isWatched: true },
  );
  const slowLoop = startSlowChecks(app.log, slow, held.all);
  const watches = [
    app.live.watch('work', () => {
      due.expire();
      wake();
    }),
    app.live.watch('alarm', priority.begin),
    app.live.watch('connect', () => mayWork() && channels.prepare()),
  ];
  return {
    async stop() {
      phase = 'stopping';
      for (const unwatch of watches) unwatch();
      stopped.close();
      priority.stop();
      await Promise.all([loop.stop(), reapLoop.stop(), slowLoop.stop()]);
      await others.ended();
      await handover.settled(times.stop);
      phase = 'abandoned';
      await health.stop();
      await channels.close();
    },
  };
}

/** Starts no alarm for callers while another place may have taken over: it would not leave. */
const forCallers = ({ takeCallerOrder: take }: ForCallers, mayWork: () => boolean): ForCallers => ({
  mayWork,
  ...(take && {
    async takeCallerOrder(channelId, order) {
      if (order.start && !mayWork()) throw new Error('this process may not alarm now');
      return take(channelId, order);
    },
  }),
});

/** Begins the checks of held recipients, which rest without any. */
function beginChecks(slowLoop: Loop, stopped: StoppedWatch): void {
  slowLoop.wake();
  stopped.begin();
}

interface Channels {
  channels: OpenChannels;
  health: HealthRecorder;
  times: Times;
}

const openAttemptContext = (
  app: DeliveryApp,
  { channels, health, times, stopped }: Channels & { stopped: StoppedWatch },
  mayWork: () => boolean,
): AttemptContext => ({
  app,
  contents: messageContents(app.db),
  channels,
  health,
  mayBegin: (message) => mayWork() && !stopped.has(message),
  isStopped: (message) => stopped.has(message),
  mistakes: new Map(),
  unknownDelay: times.unknown / 1000,
  silence: times.silence,
});

/** Returns whether a channel's free place is worth a claim. */
function isWanted(channel: OpenChannel, due: DueList): boolean {
  const own = due.known().filter(({ channelId }) => channelId === channel.channelId);
  return own.some(({ lane }) => lane === 'alarm') || (own.length > 0 && isWorthwhile(channel));
}

/** Divides claims into alarms and others. */
function byUrgency(due: readonly Due[], chosen: readonly Claim[]): [urgent: Claim[], rest: Claim[]] {
  const alarms = new Set(due.flatMap(({ lane, messageId }) => (lane === 'alarm' ? messageId : [])));
  return [chosen.filter(({ messageId }) => alarms.has(messageId)), chosen.filter((c) => !alarms.has(c.messageId))];
}

interface Taking {
  context: AttemptContext;
  stopped: StoppedWatch;
  due: DueList;
  claims: ClaimWork;
  handover: Handover;
}

/** Returns a function that claims and sends. */
function taking({ context, stopped, due, claims, handover }: Taking) {
  return async (chosen: readonly Claim[], isAlarm: boolean): Promise<void> => {
    for (const { messageId } of chosen) void context.contents(messageId); // load contents during the claim
    const removeClaimed = due.fromNow();
    const notices = stopped.notices();
    const claimed = await claims.claim(chosen, isAlarm);
    if (stopped.notices() !== notices) await stopped.look().catch(() => {}); // recheck recipients claimed after a stop notice
    removeClaimed(
      chosen,
      claimed.map(([recipient]) => recipient),
    );
    for (const [at, [recipient, one]] of claimed.entries()) {
      if (at > 0 && at % begunAtOnce === 0) await letOthers();
      handover.begin(recipient, one);
    }
  };
}

/** Returns a function that runs `reap` at most once per interval. */
function reaping(reap: () => Promise<unknown>): () => Promise<void> {
  let reapedAt = performance.now();
  return async () => {
    if (performance.now() - reapedAt < ownReapInterval) return;
    reapedAt = performance.now();
    await reap();
  };
}
