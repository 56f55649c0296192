import { DeliveryError, NotStarted, type Outgoing } from '#server/channels/channel.ts';
import type { MessageContent } from '#server/channels/rendering/content.ts';
import { deliveryKey } from '#server/channels/rendering/key.ts';
import { answerWays, languageFor, renderMessage } from '#server/channels/rendering/render.ts';
import { unsubscribeUrl } from '#server/channels/rendering/unsubscribe.ts';
import type { App } from '#server/platform/context.ts';
import { describeError } from '#server/platform/log.ts';
import type { DeliveryReason } from '#shared/delivery-reasons.ts';
import type { Desk, Desks } from './desks.ts';
import type { Health } from './health.ts';
import type { Claimed } from './queue/claim.ts';
import { type AttemptOutcome, failed, outcomeOfError, parked, returned, sent } from './retry.ts';
import { silenceOf } from './slow.ts';

/** What an attempt needs of its surroundings. */
export interface Workshop {
  app: Pick<App, 'log' | 'secrets' | 'publicUrl'>;
  contents(messageId: number): Promise<MessageContent>;
  desks: Pick<Desks, 'setTrouble'>;
  health: Pick<Health, 'note'>;
  /** How often something failed here before it left, by recipient. */
  mistakes: Map<number, number>;
  /** Whether a message may still be put on the wire. */
  mayBegin(messageId: number): boolean;
  /** Seconds until a message of unknown outcome is sent again. */
  unknownDelay: number;
  /** Milliseconds after which a channel that sent nothing is in trouble. */
  silence: number;
}

interface Mistake {
  error: unknown;
  begun: boolean;
}

// What fails before anything has left may be a passing trouble, e.g. of the database, or a mail that cannot be put together.
const mistakesPermitted = 3;
const mostRemembered = 10_000;
// A failure that took this share of the time says as much as the whole: the channel stops at once.
const silentShare = 0.8;

/** Renders one recipient's message and hands it to the channel; answers what came of it and never throws. */
export async function attempt(
  workshop: Workshop,
  desk: Desk,
  recipient: Claimed,
  underway: () => void,
): Promise<AttemptOutcome> {
  const startedAt = performance.now();
  const deadline = startedAt + recipient.secondsLeft * 1000;
  let begun = false;
  const begin = () => {
    if (!workshop.mayBegin(recipient.messageId) || performance.now() > deadline) throw new NotStarted();
    begun = true;
  };
  const message = await workshop.contents(recipient.messageId).catch(() => null);
  if (!message) return { ...returned, delay: 1 };
  if (message.mode !== 'LIVE' && desk.type !== 'exercise') return failed('exercise_only');
  if (desk.neverTwice && recipient.maybeDuplicate) return failed('outcome_unknown');
  let outgoing: Outgoing;
  try {
    outgoing = { ...compose(workshop.app, message, recipient, begin), underway };
  } catch (error) {
    workshop.app.log.error({ event: 'render_failed', recipient: recipient.id, error: (error as Error).name });
    return failed('render_failed');
  }
  const known = desk.blame.begin();
  try {
    const handed = await desk.sender.send(outgoing);
    workshop.mistakes.delete(recipient.id);
    workshop.health.note(desk.channelId, null);
    desk.goodAt = performance.now();
    desk.breaker.good();
    desk.blame.good();
    if (!desk.breaker.open) workshop.desks.setTrouble(desk, null);
    return sent(handed);
  } catch (error) {
    if (error instanceof NotStarted) return returned;
    const tried = { recipient, startedAt };
    if (error instanceof DeliveryError) return afterFailure(workshop, desk, tried, error);
    const mistake = asDeliveryError(workshop, recipient, { error, begun });
    if (!begun && isOneTooMany(workshop, recipient)) return failed(mistake.reason);
    return afterFailure(workshop, desk, tried, mistake);
  } finally {
    known();
  }
}

function isOneTooMany({ mistakes }: Workshop, { id }: Claimed): boolean {
  const made = (mistakes.get(id) ?? 0) + 1;
  if (made >= mistakesPermitted) return mistakes.delete(id) || true;
  mistakes.delete(id);
  mistakes.set(id, made);
  // what ended otherwise meanwhile, or elsewhere, is not heard of here
  for (const oldest of mistakes.keys()) {
    if (mistakes.size <= mostRemembered) break;
    mistakes.delete(oldest);
  }
  return false;
}

function compose(app: Workshop['app'], message: MessageContent, recipient: Claimed, begin: () => void): Outgoing {
  return {
    ...renderMessage(message, recipient, app),
    ...(message.post ? { post: message.post } : {}),
    ...(message.informs && message.shape === 'mail' && recipient.personId !== null
      ? { unsubscribe: unsubscribeUrl(app, recipient.personId) }
      : {}),
    recipientId: recipient.id,
    generation: recipient.generation,
    personId: recipient.personId,
    to: recipient.targetAddress,
    key: deliveryKey(app.secrets, recipient.id, recipient.generation),
    language: languageFor(message, recipient),
    answer: answerWays(message, recipient, app),
    urgent: recipient.lane === 'alarm',
    secondsLeft: recipient.secondsLeft,
    attempt: recipient.attempts,
    isFirst: recipient.epoch <= 1,
    careful: recipient.maybeDuplicate,
    begin,
  };
}

// A mistake of the adapter, or of what it uses: once it has begun, nobody knows how far the message came.
function asDeliveryError({ app }: Workshop, recipient: Claimed, { error, begun }: Mistake): DeliveryError {
  app.log.error({ event: 'adapter_failed', recipient: recipient.id, begun, error: describeError(error) });
  return begun
    ? new DeliveryError('unknown', 'outcome_unknown', { cause: error })
    : new DeliveryError('temporary', 'render_failed', { cause: error });
}

interface Tried {
  recipient: Claimed;
  startedAt: number;
}

/** Reasons that no provider gave: nothing was heard of the message. */
const unheard: readonly DeliveryReason[] = ['connection_lost', 'outcome_unknown', 'channel_unreachable'];

/** Reasons for which a provider refuses one recipient for good, unless it refuses everybody. */
const refusing: readonly DeliveryReason[] = ['address_unknown', 'message_rejected', 'undelivered'];

function afterFailure(
  { health, desks, unknownDelay, silence }: Workshop,
  desk: Desk,
  { recipient, startedAt }: Tried,
  error: DeliveryError,
): AttemptOutcome {
  health.note(desk.channelId, error.reason, error.detail);
  const isUnheard = unheard.includes(error.reason) && !error.answered;
  const blamed = blame(desk, recipient, error, isUnheard);
  if (blamed === 'recipient') return failed(error.reason);
  // Refusals by rule, of everybody, and messages of which nothing is heard, are the channel's when they follow one another:
  // then the rest of the recipients wait for a repair, or go another way.
  if (error.kind === 'channel' || error.policy || error.answered || isUnheard || blamed === 'everybody') {
    const isSilent =
      isUnheard &&
      desk.goodAt < startedAt &&
      performance.now() - startedAt > silenceOf(desk, { silence }) * silentShare;
    // one recipient at whom the server hangs up again and again is not the channel's fault
    const isAgain = isUnheard && !isSilent && !desk.breaker.open && desk.unheardOf === recipient.id;
    const broken = blamed === 'everybody' || isSilent || (error.broken && blamed !== 'perhaps');
    if (!isAgain && blamed !== 'again')
      desk.breaker.bad({ broken, wait: error.kind === 'channel' ? error.retryAfter : null });
    const reason = error.answered || isUnheard ? 'channel_unreachable' : reasonOf(error, blamed);
    if (desk.breaker.open) desks.setTrouble(desk, reason, error.detail);
  } else if (error.kind === 'permanent') desk.breaker.good();
  if (isUnheard) desk.unheardOf = recipient.id;
  else desk.goodAt = performance.now();
  const rested = blamed === 'everybody' || (error.policy && desk.breaker.open);
  const judged = rested ? new DeliveryError('channel', reasonOf(error, blamed), { cause: error }) : error;
  if (judged.kind === 'unknown' && desk.neverTwice) return parked(judged.reason);
  return outcomeOfError(judged, recipient, unknownDelay);
}

type Blamed = 'everybody' | ReturnType<Desk['blame']['channelRefused']>;

/** Whose fault a refusal is that says it of one recipient or of the channel; null: what it says is all that is known. */
function blame({ blame }: Desk, recipient: Claimed, error: DeliveryError, isUnheard: boolean): Blamed | null {
  if (error.kind === 'permanent' && refusing.includes(error.reason) && error.detail !== null)
    return blame.refused(recipient.id) ? 'everybody' : null;
  const refuses = error.kind === 'channel' && error.detail !== null && error.retryAfter === null && !isUnheard;
  return refuses ? blame.channelRefused(recipient.id) : null;
}

/** A channel that refuses everybody does not know that their addresses are unknown. */
const reasonOf = ({ kind, reason }: DeliveryError, blamed: Blamed | null): DeliveryReason =>
  blamed === 'everybody' && kind === 'permanent' && reason !== 'message_rejected' ? 'channel_refused' : reason;
