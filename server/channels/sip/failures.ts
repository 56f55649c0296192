import { DeliveryError } from '#server/channels/channel.ts';
import type { DeliveryReason } from '#shared/delivery-reasons.ts';

interface FailureDetails extends ErrorOptions {
  status?: number;
  /** The words of the server. */
  words?: string;
  /** Seconds that the server asked to wait. */
  retryAfter?: number | null;
}

/**
 * A failed request or call: `refused` by a status, `silent` without answer, `unreachable` before it left, `tls` for a
 * certificate, `unanswered` after ringing, `media` without a common codec, `ports` without a free port, `dropped` right
 * after the answer, `machine` for an answering machine, `closed` with the channel.
 */
export class SipFailure extends Error {
  readonly stage:
    | 'refused'
    | 'silent'
    | 'unreachable'
    | 'tls'
    | 'unanswered'
    | 'media'
    | 'ports'
    | 'dropped'
    | 'machine'
    | 'closed';
  readonly status: number;
  readonly words: string;
  readonly retryAfter: number | null;
  constructor(stage: SipFailure['stage'], { status = 0, words = '', retryAfter = null, ...rest }: FailureDetails = {}) {
    super(status ? `${stage}: ${status}` : stage, rest);
    this.stage = stage;
    this.status = status;
    this.words = words;
    this.retryAfter = retryAfter;
  }
}

/** How a call is repeated. */
export interface Repeating {
  /** The number of this call to the person. */
  attempt: number;
  most: number;
  /** Seconds until the next. */
  pause: number;
}

type Verdict = [kind: DeliveryError['kind'], reason: DeliveryReason, broken?: boolean];

const unknownNumber: Verdict = ['permanent', 'address_unknown'];
const credentials: Verdict = ['channel', 'channel_credentials', true];
const misconfigured: Verdict = ['channel', 'channel_misconfigured', true];

const callStatuses = new Map<number, Verdict>([
  [401, credentials],
  [403, ['permanent', 'message_rejected']],
  [404, unknownNumber],
  [407, credentials],
  [408, ['temporary', 'no_answer']],
  [410, unknownNumber],
  [480, ['temporary', 'no_answer']],
  [484, ['permanent', 'address_invalid']],
  [486, ['temporary', 'line_busy']],
  [487, ['temporary', 'no_answer']],
  [503, ['channel', 'channel_limit']],
  [600, ['temporary', 'line_busy']],
  [603, ['temporary', 'call_declined']],
  [604, unknownNumber],
  [607, ['temporary', 'call_declined']],
]);

const registerStatuses = new Map<number, Verdict>([
  [401, credentials],
  [403, credentials],
  [404, misconfigured],
  [407, credentials],
  [503, ['channel', 'channel_limit']],
]);

const stages: Readonly<Record<Exclude<SipFailure['stage'], 'refused'>, Verdict>> = {
  silent: ['channel', 'channel_unreachable'],
  unreachable: ['channel', 'channel_unreachable'],
  closed: ['channel', 'channel_unreachable'],
  tls: ['channel', 'channel_tls', true],
  unanswered: ['temporary', 'no_answer'],
  media: ['permanent', 'undelivered'],
  ports: ['channel', 'channel_limit'],
  dropped: ['temporary', 'connection_lost'],
  machine: ['temporary', 'answering_machine'],
};

const limitedFor = 5;

/** Converts a failed registration. Unknown statuses are the server's trouble. */
export const registerError = (failure: SipFailure): DeliveryError =>
  toError(failure, failure.stage === 'refused' ? registerStatuses.get(failure.status) : stages[failure.stage]);

/** Converts a failed call, repeated after a pause within limits. */
export function callError(failure: SipFailure, { attempt, most, pause }: Repeating): DeliveryError {
  const verdict = failure.stage === 'refused' ? callVerdict(failure.status) : stages[failure.stage];
  const [kind, reason] = verdict;
  if (kind !== 'temporary') return toError(failure, verdict);
  if (attempt >= most) return new DeliveryError('permanent', reason, { cause: failure, detail: detailOf(failure) });
  return new DeliveryError('temporary', reason, { cause: failure, detail: detailOf(failure), retryAfter: pause });
}

/** Server failures may end before the next call; other refusals are final. */
const callVerdict = (status: number): Verdict =>
  callStatuses.get(status) ??
  (status >= 500 && status < 600 ? ['temporary', 'recipient_deferred'] : ['permanent', 'undelivered']);

function toError(failure: SipFailure, verdict: Verdict = ['channel', 'channel_refused']): DeliveryError {
  const [kind, reason, broken = false] = verdict;
  const retryAfter = failure.retryAfter ?? limitedFor;
  return new DeliveryError(kind, reason, {
    cause: failure,
    broken,
    detail: detailOf(failure),
    ...(reason === 'message_rejected' ? { policy: true } : {}),
    ...(reason === 'channel_limit' ? { retryAfter } : {}),
  });
}

const longestWords = 100;

const detailOf = ({ stage, status, words, cause }: SipFailure): string =>
  status
    ? `${status} ${words.replace(/[^\P{Cc}]/gu, ' ').slice(0, longestWords)}`.trim()
    : (cause instanceof Error && cause.message) || stage;
