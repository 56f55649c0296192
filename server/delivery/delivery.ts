import { reservedSlots } from '#server/channels/reserved-slots.ts';
import type { App } from '#server/context.ts';
import { type Loop, startLoop } from '#server/nodes/loop.ts';
import type { Node } from '#server/nodes/node.ts';
import { reapOwn } from '#server/nodes/reaper.ts';
import type { Times } from '#server/nodes/times.ts';
import { messageContents } from '#server/rendering/content.ts';
import { attempt, type Workshop } from './attempt.ts';
import { type Claimed, claimRecipients } from './claim.ts';
import { type Desk, type Desks, openDesks } from './desks.ts';
import { type Due, findDue } from './due.ts';
import { startHealth } from './health.ts';
import type { Progress } from './progress.ts';
import { takeBack } from './reap.ts';
import { recordResults } from './results.ts';
import { type Claim, shareSlots } from './share.ts';
import { type Held, watchSlow } from './slow.ts';

/** The sending part of a process. */
export interface Delivery {
  /** Stops claiming, gives back what has not begun, waits for what is on the wire. */
  stop(): Promise<void>;
}

export type DeliveryApp = Pick<App, 'config' | 'db' | 'live' | 'log' | 'secrets' | 'publicUrl'>;

const dueKeptFor = 100;
const largestCount = 1_000;
const ownReapInterval = 2_000;
const healthInterval = 2_000;

/** Starts delivering whatever is due, over all active channels, as long as this process counts as alive. */
export function startDelivery(
  app: DeliveryApp,
  node: Node,
  progress: Progress,
  times: Times,
  heard: () => void,
): Delivery {
  const desks = openDesks(app, times, heard);
  const health = startHealth(app, healthInterval);
  const held = new Map<number, Held>();
  const slow = watchSlow(app.db, node, desks);
  const running = new Set<Promise<unknown>>();
  let stopping = false;
  let abandoned = false;
  let due: Due[] = [];
  let dueAt = Number.NEGATIVE_INFINITY;
  let reapedAt = performance.now();
  let turns = 0;
  const workshop: Workshop = {
    app,
    contents: messageContents(app.db),
    desks,
    health,
    mayBegin: () => !stopping && node.fresh(),
    mistakes: new Map(),
    unknownDelay: times.unknown / 1000,
  };
  const record = recordResults(app, node, progress.changed, () => abandoned);

  const wakeFor = (desk: Desk) => {
    const waiting = due.filter(({ channelId }) => channelId === desk.channelId);
    if (waiting.some(({ lane }) => lane === 'alarm') || (waiting.length && isWorthwhile(desk))) loop.wake();
  };
  const work = async (desk: Desk, recipient: Claimed) => {
    const alarm = recipient.lane === 'alarm';
    desk.held++;
    if (!alarm) desk.others++;
    const one: Held = { isUnderway: false };
    held.set(recipient.id, one);
    const underway = () => {
      if (one.isUnderway) return;
      one.isUnderway = true;
      desk.underway++;
      wakeFor(desk);
    };
    try {
      const outcome = await attempt(workshop, desk, recipient, underway);
      await record({ ...outcome, recipient });
    } finally {
      held.delete(recipient.id);
      desk.held--; // only now that the result is on disk: what is unknown after a crash never exceeds the places
      if (!alarm) desk.others--;
      if (one.isUnderway) desk.underway--;
    }
    wakeFor(desk);
  };
  const take = async (claims: readonly Claim[]) => {
    for (const { messageId } of claims) void workshop.contents(messageId); // read while the claim is written
    const claimed = await claimRecipients(app.db, node, claims);
    for (const recipient of claimed) {
      const task = work(desks.get(recipient.channelId)!, recipient)
        .catch((error: Error) => app.log.error({ event: 'attempt_failed', recipient: recipient.id, error: error.name }))
        .finally(() => running.delete(task));
      running.add(task);
    }
    due = remaining(due, claims, claimed);
  };
  const turn = async () => {
    if (stopping || !node.fresh()) return;
    await desks.refresh();
    if (performance.now() - reapedAt > ownReapInterval) {
      reapedAt = performance.now();
      await takeBack(app.db, progress, (tx) => reapOwn(tx, node, [...held.keys()], 3_000));
      await slow.look(held);
    }
    if (performance.now() - dueAt > dueKeptFor) {
      due = await findDue(app.db, largestCount);
      dueAt = performance.now();
    }
    const claims = chooseClaims(desks, due, turns++);
    // alarms are on their way before anything else is claimed
    const alarms = new Set(due.flatMap(({ lane, messageId }) => (lane === 'alarm' ? messageId : [])));
    const [urgent, others] = [true, false].map((one) => claims.filter((c) => alarms.has(c.messageId) === one));
    if (urgent!.length) await take(urgent!);
    if (others!.length) await take(others!);
    if (claims.length && due.length === 0) dueAt = Number.NEGATIVE_INFINITY;
  };
  const loop: Loop = startLoop(app.log, 'delivery', times.poll, turn);
  const unwatch = app.live.watch('work', () => {
    dueAt = Number.NEGATIVE_INFINITY;
    loop.wake();
  });
  return {
    async stop() {
      stopping = true;
      unwatch();
      await loop.stop();
      await settled(running, times.stop);
      abandoned = true;
      await health.stop();
      await desks.close();
    },
  };
}

const placesOf = ({ sender, slots, underway, places }: Desk) => sender.room?.() ?? Math.min(slots + underway, places);

/** A claim costs more than the rows in it: what is no alarm waits until a quarter of its places is free. */
function isWorthwhile(desk: Desk): boolean {
  const places = placesOf(desk);
  return 4 * desk.others <= 3 * (places - reservedSlots(places));
}

function chooseClaims(desks: Desks, due: readonly Due[], turn: number): Claim[] {
  const channels = Map.groupBy(due, ({ channelId }) => channelId);
  return [...channels].flatMap(([channelId, waiting]) => {
    const desk = desks.get(channelId);
    if (!desk?.isActive) return [];
    const slots = Math.min(placesOf(desk), desk.breaker.limit());
    // what this process holds when it dies may come twice: of alarms never more than the channel has connections
    const forAlarms = desk.sender.room ? Math.min(slots, desk.slots) : slots;
    return shareSlots(waiting, { slots, forAlarms, held: desk.held, others: desk.others }, turn);
  });
}

/** What is left of the list; a claim that got less than it asked for has taken all there was. */
function remaining(due: readonly Due[], claims: readonly Claim[], claimed: readonly Claimed[]): Due[] {
  const got = Map.groupBy(claimed, ({ messageId }) => messageId);
  return due.flatMap((entry) => {
    const claim = claims.find((c) => c.messageId === entry.messageId && c.channelId === entry.channelId);
    if (!claim) return [entry];
    const n = got.get(entry.messageId)?.length ?? 0;
    const count = n < claim.count ? 0 : entry.count - n;
    return count > 0 ? [{ ...entry, count }] : [];
  });
}

async function settled(running: ReadonlySet<Promise<unknown>>, longest: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, longest);
  });
  await Promise.race([Promise.allSettled([...running]), timeout]);
  clearTimeout(timer);
}
