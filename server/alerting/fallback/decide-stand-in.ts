import { isOneOf, type RecipientStatus, recipientSets } from '#shared/delivery-states.ts';

/** A recipient row that carries one message's text to a person's address, over one of several substitute channels. */
export interface Carrier {
  id: number;
  channelId: number;
  status: RecipientStatus;
  reason: string | null;
  attempts: number;
  /** Its channel is failing or switched off. */
  isSilent: boolean;
  /** Its channel is switched off, so waiting rows aren't even tried. */
  isOff: boolean;
  /** For a row being sent: its provider has held it for too long. */
  isLate: boolean;
  isPossiblySent: boolean;
  isStopped: boolean;
  /** It is the one that others substitute. */
  isOriginal: boolean;
}

interface UntriedChannel {
  channelId: number;
  isSilent: boolean;
}

/** The changes that leave exactly one carrier for the text. */
export interface StandInDecision {
  /** Rows that yield. */
  cancel: number[];
  /** Rows that are now possible duplicates. */
  mark: number[];
  /** The channel that starts, or the row that restarts. */
  start: { channelId: number } | { again: number } | null;
  /** The text may arrive twice. */
  isPossiblyTwice: boolean;
}

/**
 * - `arrived`: a provider accepted it.
 * - `leaving`: it is being sent, or about to be.
 * - `planned`: it waits for its step, or in reserve.
 * - `late`: it has been sending for too long, irrevocably.
 * - `unsure`: it counts as sent without a provider's confirmation.
 * - `waiting`: it waits for a retry, or for a channel that sends nothing.
 * - `aside`: it yielded to another carrier, and can restart.
 * - `failed`: it didn't arrive.
 * - `over`: it ended in another way: no carrier of the text restarts.
 */
type CarrierState = 'arrived' | 'leaving' | 'planned' | 'late' | 'unsure' | 'waiting' | 'aside' | 'failed' | 'over';

/** Returns the state of a carrier. */
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
 * Decides which carrier of a text continues: of those that can still be stopped, at most one stays; while none delivers the text,
 * another starts. `untried` are the active channels that haven't carried it, in order.
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
  // a retry keeps its own pace: two carriers would alternate between their providers without a pause
  const isRetried = waiting.some((one) => !one.isSilent);
  const sends = aside.find((one) => !one.isSilent && (!isRetried || one.attempts === 0));
  if (sends) return { again: sends.id };
  // Only a message proves that a channel recovered: a text that failed on another failing channel is tried there.
  if (!waiting.every((one) => one.isOff || (one.isSilent && one.status === 'retrying'))) return null;
  if (untried[0]) return { channelId: untried[0].channelId };
  const tries = aside.find((one) => !one.isOff);
  if (tries) return { again: tries.id };
  const isOpen = waiting.length > 0 || carriers.some((one) => carrierState(one) === 'late');
  return !isOpen && aside.length ? { again: aside[0]!.id } : null;
}

const idsOf = (carriers: readonly Carrier[]): number[] => carriers.map(({ id }) => id);
