import { isOneOf, type RecipientStatus, recipientSets } from '#shared/delivery-states.ts';

/** A recipient row that carries the text of one message to a person at an address, over one of the channels that stand in for another. */
export interface Carrier {
  id: number;
  channelId: number;
  status: RecipientStatus;
  reason: string | null;
  attempts: number;
  /** Its channel is in trouble or switched off. */
  isSilent: boolean;
  /** Its channel is switched off: what waits for it is not even tried. */
  isOff: boolean;
  /** Of one that is being sent: its provider has had it for too long. */
  isLate: boolean;
  /** It may have arrived. */
  isPossiblySent: boolean;
  /** Its message was stopped. */
  isStopped: boolean;
  /** It is the one that the others stand in for. */
  isOriginal: boolean;
}

/** A channel that has not carried the text. */
interface UntriedChannel {
  channelId: number;
  /** It is in trouble. */
  isSilent: boolean;
}

/** What is to be done so that one of the carriers brings the text, and only one. */
export interface StandInDecision {
  /** Rows that give way. */
  cancel: number[];
  /** Rows that are possibly doubled now. */
  mark: number[];
  /** The channel that begins, or the row that begins again. */
  start: { channelId: number } | { again: number } | null;
  /** The text may arrive twice. */
  isPossiblyTwice: boolean;
}

/**
 * - `arrived`: a provider took it.
 * - `leaving`: it is being sent, or about to be.
 * - `planned`: it waits for its step, or in reserve.
 * - `late`: it is being sent for too long; nobody can take it back.
 * - `unsure`: it counts as sent, and no provider confirmed it.
 * - `waiting`: it is to be retried, or waits for a channel that sends nothing.
 * - `aside`: it gave way to another carrier, and can begin again.
 * - `failed`: it did not arrive.
 * - `over`: somebody or something else ended it: nothing of the text begins again.
 */
type CarrierState = 'arrived' | 'leaving' | 'planned' | 'late' | 'unsure' | 'waiting' | 'aside' | 'failed' | 'over';

/** The state of a carrier. */
export function carrierState({ status, reason, isSilent, isLate, isStopped }: Carrier): CarrierState {
  switch (status) {
    case 'delivered':
    case 'read':
      return 'arrived';
    case 'sent':
      return reason === 'unconfirmed' ? 'unsure' : 'arrived';
    case 'sending':
      return isLate ? 'late' : 'leaving';
    case 'queued':
      return isSilent ? 'waiting' : 'leaving';
    case 'pending':
      return 'planned';
    case 'retrying':
      return 'waiting';
    case 'failed':
    case 'expired':
      return 'failed';
    default:
      return reason === 'handed_over' && !isStopped ? 'aside' : 'over';
  }
}

const nothing: StandInDecision = { cancel: [], mark: [], start: null, isPossiblyTwice: false };

/**
 * Decides which carrier of a text goes on: of those that can still be stopped at most one stays, and while none brings the text
 * another begins. `untried` are the active channels that have not carried it, in their order.
 */
export function decideStandIn(carriers: readonly Carrier[], untried: readonly UntriedChannel[]): StandInDecision {
  const of = (...states: CarrierState[]) => carriers.filter((one) => states.includes(carrierState(one)));
  if (of('planned').length) return nothing;
  const waiting = carriers.filter(({ status }) => isOneOf(recipientSets.inQueue, status));
  if (of('arrived').length) return { ...nothing, cancel: idsOf(waiting) };
  const leaving = of('leaving').toSorted((a, b) => Number(b.status === 'sending') - Number(a.status === 'sending'));
  if (leaving.length) return { ...nothing, cancel: idsOf(waiting.filter((one) => one !== leaving[0])) };
  const isOver = of('over').length > 0 || carriers.some((one) => one.isStopped && one.isOriginal);
  const start = isOver ? null : startOf(carriers, untried);
  if (start) {
    const late = of('late');
    return {
      cancel: idsOf(waiting),
      mark: idsOf(late),
      start,
      isPossiblyTwice: late.length > 0 || carriers.some((one) => one.isPossiblySent),
    };
  }
  const [, ...others] = waiting.toSorted((a, b) => Number(a.isSilent) - Number(b.isSilent));
  return { ...nothing, cancel: idsOf(others) };
}

function startOf(carriers: readonly Carrier[], untried: readonly UntriedChannel[]): StandInDecision['start'] {
  const fresh = untried.find((one) => !one.isSilent);
  if (fresh) return { channelId: fresh.channelId };
  const aside = carriers.filter((one) => carrierState(one) === 'aside');
  const waiting = carriers.filter((one) => carrierState(one) === 'waiting');
  // what is refused for now keeps its own pace: two carriers would only ask their providers in turns, without a pause
  const isRetried = waiting.some((one) => !one.isSilent);
  const sends = aside.find((one) => !one.isSilent && (!isRetried || one.attempts === 0));
  if (sends) return { again: sends.id };
  // That a channel recovered shows only when something is sent over it: what another in trouble has failed is tried there.
  if (!waiting.every((one) => one.isOff || (one.isSilent && one.status === 'retrying'))) return null;
  if (untried[0]) return { channelId: untried[0].channelId };
  const tries = aside.find((one) => !one.isOff);
  if (tries) return { again: tries.id };
  const isOpen = waiting.length > 0 || carriers.some((one) => carrierState(one) === 'late');
  return !isOpen && aside.length ? { again: aside[0]!.id } : null;
}

const idsOf = (carriers: readonly Carrier[]): number[] => carriers.map(({ id }) => id);
