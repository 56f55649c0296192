import { isOneOf, messageSets, recipientSets } from '#shared/delivery-states.ts';
import type { IconName } from '#web/ui/icons.ts';
import type { Tone } from '#web/ui/StatusBadge.tsx';
import type { AnswerRow, MessageRow, RecipientRow } from './queries.ts';

/** The look of a status. */
export type StatusLook = { tone: Tone; icon: IconName };

type Word = MessageRow['status'] | 'tooFew' | 'notNeeded' | 'toNobody';

/** The look of each message status. */
export const messageLooks: Record<Word, StatusLook> = {
  draft: { tone: 'neutral', icon: 'edit' },
  pending_approval: { tone: 'warning', icon: 'eye' },
  rejected: { tone: 'bad', icon: 'crossCircle' },
  scheduled: { tone: 'neutral', icon: 'clock' },
  queued: { tone: 'active', icon: 'clock' },
  sending: { tone: 'active', icon: 'send' },
  sent: { tone: 'good', icon: 'checkCircle' },
  sent_with_errors: { tone: 'warning', icon: 'info' },
  tooFew: { tone: 'warning', icon: 'info' },
  notNeeded: { tone: 'neutral', icon: 'minus' },
  toNobody: { tone: 'warning', icon: 'info' },
  failed: { tone: 'bad', icon: 'crossCircle' },
  cancelled: { tone: 'neutral', icon: 'stop' },
};

/** Delivery only, never the answer. */
const recipientLooks: Record<RecipientRow['status'], StatusLook> = {
  pending: { tone: 'neutral', icon: 'pause' },
  queued: { tone: 'active', icon: 'clock' },
  sending: { tone: 'active', icon: 'send' },
  sent: { tone: 'good', icon: 'check' },
  delivered: { tone: 'good', icon: 'checkCircle' },
  read: { tone: 'good', icon: 'eye' },
  retrying: { tone: 'warning', icon: 'refresh' },
  failed: { tone: 'bad', icon: 'crossCircle' },
  expired: { tone: 'bad', icon: 'clock' },
  suppressed: { tone: 'warning', icon: 'info' },
  skipped: { tone: 'neutral', icon: 'minus' },
  cancelled: { tone: 'neutral', icon: 'stop' },
};

/** A channel, reduced to its type. */
export type OfKind = { channelType: { identifier: string } };

/** Returns whether a channel calls people. */
export const isCall = ({ channelType }: OfKind): boolean => channelType.identifier === 'voice';

/** Returns the look of a status; a call is answered, not read. */
export const recipientLook = (status: RecipientRow['status'], channel: OfKind): StatusLook =>
  isCall(channel) && isOneOf(recipientSets.confirmed, status) ? { tone: 'good', icon: 'call' } : recipientLooks[status];

type AnswerKind = NonNullable<AnswerRow['option']>['kind'];

/** The looks of the kinds of answers. */
const answerLooks: Record<AnswerKind, StatusLook> = {
  POSITIVE: { tone: 'good', icon: 'checkCircle' },
  NEGATIVE: { tone: 'bad', icon: 'crossCircle' },
  NEUTRAL: { tone: 'warning', icon: 'question' },
};

type Meaning = { kind: AnswerKind; safety?: 'SAFE' | 'NEEDS_HELP' | null };

/** Returns the look of an answer; in a roll call by its safety. */
export function answerLook({ kind, safety }: Meaning): StatusLook {
  if (safety === 'NEEDS_HELP') return { tone: 'bad', icon: 'alarm' };
  return answerLooks[safety === 'SAFE' ? 'POSITIVE' : kind];
}

/** In these states no one was asked, so silence means nothing. */
export const notAsked: ReadonlySet<RecipientRow['status']> = new Set(recipientSets.notAsked);

export const isOpenMessage = (status: MessageRow['status']): boolean => isOneOf(messageSets.open, status);

/** Returns whether only answers are pending. */
export const onlyAwaitsAnswers = ({ status, messageResult: { pending, reserve } }: Sending): boolean =>
  status === 'sending' && pending === reserve;

type Sending = {
  status: MessageRow['status'];
  messageResult: Pick<MessageRow['messageResult'], 'pending' | 'reserve'>;
};

/**
 * Returns the word for a message's status. An ended message of which nothing left is `notNeeded` or `toNobody`. Too few
 * people outweigh a good delivery.
 */
export function statusWord({ status, requestAnswer, messageResult }: Asking, unfilled: number): Word {
  const { suppressed, skipped, cancelled } = messageResult;
  const hasEnded = isOneOf(messageSets.sent, status);
  if (hasEnded && leftTo(messageResult) === 0 && suppressed + skipped + cancelled > 0) {
    return status === 'sent' && suppressed === 0 ? 'notNeeded' : 'toNobody';
  }
  return hasEnded && requestAnswer && unfilled > 0 ? 'tooFew' : status;
}

type Asking = Pick<MessageRow, 'requestAnswer' | 'status'> & {
  messageResult: Withdrawable['messageResult'] & Pick<Reached, 'suppressed' | 'skipped' | 'cancelled'>;
};

/** Returns whether a message waits for release or time; its recipients are open. */
export const isWaiting = ({ status }: Pick<MessageRow, 'status'>): boolean => isOneOf(messageSets.waiting, status);

/** Returns whether a message only follows late recipients of the earlier report. */
export const onlyFollows = ({ status, followsUntil }: Pick<MessageRow, 'status' | 'followsUntil'>): boolean =>
  followsUntil !== null && !isOpenMessage(status) && !isWaiting({ status });

/** Returns whether all launched messages went to the exercise mailbox. */
export const inMailboxOnly = (messages: readonly { status: MessageRow['status']; channel: OfKind }[]): boolean =>
  messages.every(({ status, channel }) => isDraft(status) || channel.channelType.identifier === 'exercise');

/** Returns whether a message can be changed and sent. */
export const isDraft = (status: MessageRow['status']): boolean => isOneOf(messageSets.editable, status);

/**
 * Returns the recipients so far (without reserve, missing addresses and unneeded ones), the reached ones, and their
 * percentage.
 */
export function reachOf({ total, reserve, sent, delivered, read, suppressed, skipped, cancelled }: Reached) {
  const wanted = total - reserve - suppressed - skipped - cancelled;
  const reached = sent + delivered + read;
  return { wanted, reached, percentage: wanted > 0 ? Math.floor((100 * reached) / wanted) : null };
}

type Reached = Pick<
  MessageRow['messageResult'],
  'total' | 'reserve' | 'sent' | 'delivered' | 'read' | 'suppressed' | 'skipped' | 'cancelled'
>;

/** Returns whether a publication failed because of its size, so that retries fail. */
export const isTooLarge = ({ channel, messageResult: { failed, error } }: Publication): boolean =>
  !channel.addressesPeople && failed > 0 && error === 'message_too_large';

type Publication = {
  channel: Pick<MessageRow['channel'], 'addressesPeople'>;
  messageResult: Pick<MessageRow['messageResult'], 'failed' | 'error'>;
};

/** Returns whether a message was withdrawn in time. */
export const isWithdrawn = ({ status, messageResult }: Withdrawable): boolean =>
  status === 'cancelled' && leftTo(messageResult) === 0;

/** Counts attempted recipients. */
const leftTo = ({ sent, delivered, read, failed, expired }: Withdrawable['messageResult']): number =>
  sent + delivered + read + failed + expired;

type Withdrawable = {
  status: MessageRow['status'];
  messageResult: Pick<MessageRow['messageResult'], 'sent' | 'delivered' | 'read' | 'failed' | 'expired'>;
};
