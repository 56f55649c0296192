import { isOneOf, messageSets, recipientSets } from '#shared/delivery-states.ts';
import type { IconName } from '#web/ui/icons.ts';
import type { Tone } from '#web/ui/StatusBadge.tsx';
import type { AnswerRow, MessageRow, RecipientRow } from './queries.ts';

/** How a status looks beside its word. */
export type Look = { tone: Tone; icon: IconName };

type Word = MessageRow['status'] | 'tooFew' | 'notNeeded' | 'toNobody';

/** The looks of a message by the word for its status. */
export const messageLooks: Record<Word, Look> = {
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

/** The looks of a recipient's statuses: delivery only, never the answer. */
const recipientLooks: Record<RecipientRow['status'], Look> = {
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

/** A channel, of which only its kind matters. */
export type OfKind = { channelType: { identifier: string } };

/** Whether a channel calls people. */
export const isCall = ({ channelType }: OfKind): boolean => channelType.identifier === 'voice';

/** How a recipient's status looks on a channel: a call is taken, not read. */
export const recipientLook = (status: RecipientRow['status'], channel: OfKind): Look =>
  isCall(channel) && isOneOf(recipientSets.confirmed, status) ? { tone: 'good', icon: 'call' } : recipientLooks[status];

type AnswerKind = NonNullable<AnswerRow['option']>['kind'];

/** The looks of the kinds of answers. */
export const answerLooks: Record<AnswerKind, Look> = {
  POSITIVE: { tone: 'good', icon: 'checkCircle' },
  NEGATIVE: { tone: 'bad', icon: 'crossCircle' },
  NEUTRAL: { tone: 'warning', icon: 'question' },
};

/** Of people in these states silence says nothing: nobody has asked them. */
export const notAsked: ReadonlySet<RecipientRow['status']> = new Set(recipientSets.notAsked);

/** Whether something can still change at a message by itself. */
export const isOpenMessage = (status: MessageRow['status']): boolean => isOneOf(messageSets.open, status);

/** Whether everything has left that was to leave so far, and only answers decide whether more does. */
export const onlyAwaitsAnswers = ({ status, messageResult: { pending, reserve } }: Sending): boolean =>
  status === 'sending' && pending === reserve;

type Sending = {
  status: MessageRow['status'];
  messageResult: Pick<MessageRow['messageResult'], 'pending' | 'reserve'>;
};

/**
 * What a message's status is called: of one that ended before anything left why, which is one thing where nobody needed it and
 * another where somebody could not be reached over it or too few come; of another that asked that too few come is what counts, however well it left.
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

/** Whether a message waits for its release or its time; who gets it is decided then. */
export const isWaiting = ({ status }: Pick<MessageRow, 'status'>): boolean => isOneOf(messageSets.waiting, status);

/**
 * Whether a message goes to whoever gets what it follows only now, and nothing else of it is under way: what ends that would stop
 * all of it otherwise.
 */
export const onlyFollows = ({ status, followsUntil }: Pick<MessageRow, 'status' | 'followsUntil'>): boolean =>
  followsUntil !== null && !isOpenMessage(status) && !isWaiting({ status });

/** Whether everything that was launched of these went to the exercise mailbox alone. */
export const inMailboxOnly = (messages: readonly { status: MessageRow['status']; channel: OfKind }[]): boolean =>
  messages.every(({ status, channel }) => isDraft(status) || channel.channelType.identifier === 'exercise');

/** Whether a message has not been launched: it can be changed and sent. */
export const isDraft = (status: MessageRow['status']): boolean => isOneOf(messageSets.editable, status);

/**
 * To how many a message goes by now, all but those in reserve and those who have no address for it or need it no more; how
 * many got it, and their share.
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

/** Whether a publication failed because it is too long or too large: as it is it fails again, however often it is tried. */
export const isTooLarge = ({ channel, messageResult: { failed, error } }: Publication): boolean =>
  !channel.addressesPeople && failed > 0 && error === 'message_too_large';

type Publication = {
  channel: Pick<MessageRow['channel'], 'addressesPeople'>;
  messageResult: Pick<MessageRow['messageResult'], 'failed' | 'error'>;
};

/** Whether a message was taken back before anyone got it: it binds nothing any more. */
export const isWithdrawn = ({ status, messageResult }: Withdrawable): boolean =>
  status === 'cancelled' && leftTo(messageResult) === 0;

/** To how many it was tried to send. */
const leftTo = ({ sent, delivered, read, failed, expired }: Withdrawable['messageResult']): number =>
  sent + delivered + read + failed + expired;

type Withdrawable = {
  status: MessageRow['status'];
  messageResult: Pick<MessageRow['messageResult'], 'sent' | 'delivered' | 'read' | 'failed' | 'expired'>;
};
