import { DeliveryError, NotStarted, type Outgoing } from '#server/channels/channel.ts';
import type { MessageContent } from '#server/channels/rendering/content.ts';
import { deliveryKey } from '#server/channels/rendering/key.ts';
import { answerWays, languageFor, renderMessage } from '#server/channels/rendering/render.ts';
import { unsubscribeUrl } from '#server/channels/rendering/unsubscribe.ts';
import type { App } from '#server/platform/context.ts';
import { describeError } from '#server/platform/log.ts';
import type { DeliveryReason } from '#shared/delivery-reasons.ts';
import type { HealthRecorder } from './health.ts';
import type { OpenChannel, OpenChannels } from './open-channels.ts';
import type { Claimed } from './queue/claim.ts';
import { type AttemptOutcome, failed, outcomeOfError, parked, returned, sent } from './retry.ts';
import { silenceOf } from './slow.ts';

/** The context of an attempt. */
export interface AttemptContext {
  app: Pick<App, 'log' | 'secrets' | 'publicUrl'>;
  contents(messageId: number, correctionId?: number | null): Promise<MessageContent>;
  channels: Pick<OpenChannels, 'setTrouble'>;
  health: Pick<HealthRecorder, 'note'>;
  /** The number of internal errors before sending, by recipient. */
  mistakes: Map<number, number>;
  mayBegin(messageId: number): boolean;
  isStopped(messageId: number): boolean;
  /** Seconds until a message of unknown outcome is resent. */
  unknownDelay: number;
  /** Milliseconds without success until a channel counts as failing. */
  silence: number;
}

interface Mistake {
  error: unknown;
  begun: boolean;
}

// An error before sending may be temporary (database) or permanent (uncomposable mail).
const mistakesPermitted = 3;
const mostRemembered = 10_000;
// A failure after this share of the limit also stops the channel.
const silentShare = 0.8;

/** Renders and sends one message; returns the outcome and never throws. */
export async function attempt(
  context: AttemptContext,
  channel: OpenChannel,
  recipient: Claimed,
  underway: () => void,
): Promise<AttemptOutcome> {
  const startedAt = performance.now();
  const deadline = startedAt + recipient.secondsLeft * 1000;
  let begun = false;
  const begin = () => {
    if (!context.mayBegin(recipient.messageId) || performance.now() > deadline) throw new NotStarted();
    begun = true;
  };
  const message = await context.contents(recipient.messageId, recipient.correctionId).catch(() => null);
  if (!message) return { ...returned, delay: 1 };
  if (message.mode !== 'LIVE' && channel.type !== 'exercise') return failed('exercise_only');
  if (channel.neverTwice && recipient.maybeDuplicate) return failed('outcome_unknown');
  let outgoing: Outgoing;
  try {
    const isStopped = () => context.isStopped(recipient.messageId);
    outgoing = { ...compose(context.app, message, recipient, begin), underway, isStopped };
  } catch (error) {
    context.app.log.error({ event: 'render_failed', recipient: recipient.id, error: (error as Error).name });
    return failed('render_failed');
  }
  const known = channel.blame.begin();
  const { stored } = channel; // new settings may replace it
  try {
    const handed = await channel.sender.send(outgoing);
    context.mistakes.delete(recipient.id);
    context.health.note(stored, null);
    channel.goodAt = performance.now();
    channel.breaker.good();
    channel.blame.good();
    if (!channel.breaker.open) context.channels.setTrouble(channel, null);
    return sent(handed);
  } catch (error) {
    if (error instanceof NotStarted) return { ...returned, delay: error.seconds };
    const tried = { recipient, startedAt, stored };
    if (error instanceof DeliveryError) return afterFailure(context, channel, tried, error);
    const mistake = asDeliveryError(context, recipient, { error, begun });
    if (!begun && isOneTooMany(context, recipient)) return failed(mistake.reason);
    return afterFailure(context, channel, tried, mistake);
  } finally {
    known();
  }
}

function isOneTooMany({ mistakes }: AttemptContext, { id }: Claimed): boolean {
  const made = (mistakes.get(id) ?? 0) + 1;
  if (made >= mistakesPermitted) return mistakes.delete(id) || true;
  mistakes.delete(id);
  mistakes.set(id, made);
  // recipients that ended elsewhere leave stale entries
  for (const oldest of mistakes.keys()) {
    if (mistakes.size <= mostRemembered) break;
    mistakes.delete(oldest);
  }
  return false;
}

function compose(app: AttemptContext['app'], message: MessageContent, recipient: Claimed, begin: () => void): Outgoing {
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
    key: deliveryKey(app.secrets, recipient.id, recipient.generation, recipient.correctedBy),
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

// An internal error after `begin` has an unknown outcome.
function asDeliveryError({ app }: AttemptContext, recipient: Claimed, { error, begun }: Mistake): DeliveryError {
  app.log.error({ event: 'adapter_failed', recipient: recipient.id, begun, error: describeError(error) });
  return begun
    ? new DeliveryError('unknown', 'outcome_unknown', { cause: error })
    : new DeliveryError('temporary', 'render_failed', { cause: error });
}

interface Tried {
  recipient: Claimed;
  startedAt: number;
  stored: OpenChannel['stored'];
}

/** Reasons without a provider's response. */
const unheard: readonly DeliveryReason[] = ['connection_lost', 'outcome_unknown', 'channel_unreachable'];

/** Reasons for a final refusal of one recipient, unless the provider refuses everyone. */
const refusing: readonly DeliveryReason[] = ['address_unknown', 'message_rejected', 'undelivered'];

function afterFailure(
  { health, channels, unknownDelay, silence }: AttemptContext,
  channel: OpenChannel,
  { recipient, startedAt, stored }: Tried,
  error: DeliveryError,
): AttemptOutcome {
  health.note(stored, error.reason, error.detail);
  const isUnheard = unheard.includes(error.reason) && !error.answered;
  const blamed = blame(channel, recipient, error, isUnheard);
  if (blamed === 'recipient') return failed(error.reason);
  // Consecutive refusals and missing responses are the channel's fault: others wait or use another channel.
  const isChannels = error.kind === 'channel' || error.broken;
  if (isChannels || error.policy || error.answered || isUnheard || blamed === 'everybody') {
    const isSilent =
      isUnheard &&
      channel.goodAt < startedAt &&
      performance.now() - startedAt > silenceOf(channel, { silence }) * silentShare;
    // repeated disconnections for one recipient aren't the channel's fault
    const isAgain = isUnheard && !isSilent && !channel.breaker.open && channel.unheardOf === recipient.id;
    const broken = blamed === 'everybody' || isSilent || (error.broken && blamed !== 'perhaps');
    if (!isAgain && blamed !== 'again')
      channel.breaker.bad({ broken, wait: error.kind === 'channel' ? error.retryAfter : null });
    const reason = error.answered || isUnheard ? 'channel_unreachable' : reasonOf(error, blamed);
    if (channel.breaker.open) channels.setTrouble(channel, reason, error.detail);
  } else if (error.kind === 'permanent') channel.breaker.good();
  else if (defersAll(channel, recipient, error)) channels.setTrouble(channel, error.reason, error.detail);
  if (isUnheard) channel.unheardOf = recipient.id;
  else channel.goodAt = performance.now();
  const rested = blamed === 'everybody' || (error.policy && channel.breaker.open);
  const judged = rested ? new DeliveryError('channel', reasonOf(error, blamed), { cause: error }) : error;
  if (judged.kind === 'unknown' && channel.neverTwice) return parked('outcome_unknown');
  return outcomeOfError(judged, recipient, unknownDelay);
}

type Blamed = 'everybody' | ReturnType<OpenChannel['blame']['channelRefused']>;

/** Returns who is at fault; null to trust the error. */
function blame({ blame }: OpenChannel, recipient: Claimed, error: DeliveryError, isUnheard: boolean): Blamed | null {
  if (error.kind === 'permanent' && refusing.includes(error.reason) && error.detail !== null)
    return blame.refused(recipient.id) ? 'everybody' : null;
  const refuses = error.kind === 'channel' && error.detail !== null && error.retryAfter === null && !isUnheard;
  return refuses ? blame.channelRefused(recipient.id) : null;
}

/** Returns whether the channel defers all alarms. It doesn't pause, because greylisting ends later. */
const defersAll = ({ blame, trouble }: OpenChannel, { id, lane }: Claimed, { kind, detail }: DeliveryError): boolean =>
  kind === 'temporary' && lane === 'alarm' && detail !== null && trouble === null && blame.deferred(id);

/** A channel that refuses everyone doesn't blame addresses. */
const reasonOf = ({ kind, reason }: DeliveryError, blamed: Blamed | null): DeliveryReason =>
  blamed === 'everybody' && kind === 'permanent' && reason !== 'message_rejected' ? 'channel_refused' : reason;
