import { isOneOf, type RecipientStatus, recipientSets } from '#shared/delivery-states.ts';

/** A recipient row that carries a text to an address over one of several substitutes. */
export interface Carrier {
  id: number;
  channelId: number;
  status: RecipientStatus;
  reason: string | null;
  attempts: number;
  /** Its channel is failing or switched off. */
  isSilent: boolean;
  /** Switched off, so waiting rows aren't even tried. */
  isOff: boolean;
  /** Held by its provider for too long. */
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

/** The changes that leave one carrier. */
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
 * - `leaving`: being sent, or about to be.
 * - `planned`: waits for its step, or in reserve.
 * - `late`: sending for too long, irrevocably.
 * - `unsure`: sent without confirmation.
 * - `waiting`: for a retry, or a channel that sends nothing.
 * - `aside`: yielded, and can restart.
 * - `failed`: didn't arrive.
 * - `over`: ended otherwise; no carrier restarts.
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
 * Decides which carrier continues: of stoppable ones at most one stays; while none delivers, another starts. `untried`:
 * active channels without an attempt, in order.
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
  // a retry keeps its pace, because two carriers would alternate without a pause
  const isRetried = waiting.some((one) => !one.isSilent);
  const sends = aside.find((one) => !one.isSilent && (!isRetried || one.attempts === 0));
  if (sends) return { again: sends.id };
  // only a message proves that a channel recovered
  if (!waiting.every((one) => one.isOff || (one.isSilent && one.status === 'retrying'))) return null;
  if (untried[0]) return { channelId: untried[0].channelId };
  const tries = aside.find((one) => !one.isOff);
  if (tries) return { again: tries.id };
  const isOpen = waiting.length > 0 || carriers.some((one) => carrierState(one) === 'late');
  return !isOpen && aside.length ? { again: aside[0]!.id } : null;
}

const idsOf = (carriers: readonly Carrier[]): number[] => carriers.map(({ id }) => id);
