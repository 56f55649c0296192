import { DeliveryError } from '#server/channels/channel.ts';
import type { DeliveryReason } from '#shared/delivery-reasons.ts';

/** The error properties that nodemailer sets. */
export interface Failure extends Error {
  code?: string;
  originalCode?: string;
  responseCode?: number;
  response?: string;
  command?: string;
}

/** The progress of a transaction: `written` is all but the final dot, `ended` includes it. */
export type SmtpStage = 'connect' | 'login' | 'message' | 'written' | 'ended';

/** A failed transaction. */
export class SmtpFailure extends Error {
  readonly stage: SmtpStage;
  readonly failure: Failure;
  constructor(stage: SmtpStage, failure: Failure) {
    super(failure.message, { cause: failure });
    this.stage = stage;
    this.failure = failure;
  }
}

type Kind = DeliveryError['kind'];
type Verdict = [kind: Kind, reason: DeliveryReason, flags?: { broken?: boolean; policy?: boolean }];

/** Converts a failure by stage, reply code, enhanced code (RFC 3463) and command. */
export function smtpDeliveryError({ stage, failure }: SmtpFailure, externalId: string): DeliveryError {
  const [kind, reason, flags] = judge(stage, failure);
  const retryAfter = reason === 'channel_limit' ? 30 : undefined;
  return new DeliveryError(kind, reason, {
    ...flags,
    cause: failure,
    externalId,
    detail: (failure.response ?? failure.message).slice(0, 500),
    ...(retryAfter ? { retryAfter } : {}),
  });
}

function judge(stage: SmtpStage, failure: Failure): Verdict {
  const code = failure.responseCode;
  if (stage === 'login' || failure.code === 'EAUTH') {
    return code && code >= 500
      ? ['channel', 'channel_credentials', { broken: true }]
      : ['channel', 'channel_unreachable'];
  }
  if (stage === 'connect') return connecting(failure);
  if (!code) return withoutReply(stage, failure);
  const enhanced = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})/.exec(failure.response ?? '')?.[1]?.slice(1) ?? '';
  if (code === 530 || code === 535 || code === 538) return ['channel', 'channel_credentials', { broken: true }];
  if (enhanced === '.5.3' || enhanced === '.7.28' || (code < 500 && enhanced === '.7.0'))
    return ['channel', 'channel_limit'];
  if (code === 421 || code === 454) return ['channel', 'channel_unreachable'];
  if (code === 503) return ['temporary', 'connection_lost'];
  if (failure.command === 'MAIL FROM') return atSender(code, enhanced);
  return code < 500 ? temporary(enhanced) : permanent(code, enhanced, failure);
}

function connecting({ code, originalCode = '', responseCode }: Failure): Verdict {
  const certificate = /CERT|SIGNATURE|ISSUER|ALTNAME|ERR_TLS|ERR_SSL/.test(originalCode);
  if (code === 'ETLS' || certificate) return ['channel', 'channel_tls', { broken: true }];
  if (responseCode && responseCode >= 500) return ['channel', 'channel_refused'];
  return ['channel', 'channel_unreachable'];
}

function withoutReply(stage: SmtpStage, { code }: Failure): Verdict {
  if (stage === 'ended') return ['unknown', 'outcome_unknown'];
  if (code === 'EENVELOPE') return ['permanent', 'address_invalid'];
  if (code === 'EMESSAGE') return ['permanent', 'message_too_large'];
  // a server that cuts a connection may object to the content
  return stage === 'written' ? ['temporary', 'connection_lost'] : ['channel', 'channel_unreachable'];
}

function atSender(code: number, enhanced: string): Verdict {
  if (code === 552 || enhanced === '.3.4') return ['permanent', 'message_too_large'];
  return code < 500 ? ['channel', 'channel_unreachable'] : ['channel', 'channel_refused'];
}

const temporary = (enhanced: string): Verdict => [
  'temporary',
  enhanced === '.2.2' ? 'mailbox_full' : 'recipient_deferred',
];

function permanent(code: number, enhanced: string, { command, response = '' }: Failure): Verdict {
  const words = response.slice(0, lookedAt);
  if (enhanced === '.2.2' || (enhanced === '' && full.test(words))) return ['permanent', 'mailbox_full'];
  if (enhanced === '.3.4' || enhanced === '.2.3' || code === 552) return ['permanent', 'message_too_large'];
  if (enhanced.startsWith('.7.') || command !== 'RCPT TO' || isOfSender(enhanced, words))
    return ['permanent', 'message_rejected', { policy: true }];
  return ['permanent', code === 501 || enhanced === '.1.3' ? 'address_invalid' : 'address_unknown'];
}

const lookedAt = 1000;
const full =
  /\b(?:mailbox|mail ?box|user|recipient|account|inbox)\b[^\n]{0,40}\b(?:full|over ?quota|quota exceeded|exceeded)/i;
// enhanced codes about the recipient and the sender (RFC 3463)
const ofRecipient = ['.1.1', '.1.2', '.1.3', '.1.4', '.1.5', '.1.6', '.1.10', '.2.1'];
const ofSender = ['.1.7', '.1.8', '.4.5'];
const senderWords = /\bsender|\bfrom address|\breturn path|\bvon-adresse|\babsender/i;
const recipientWords =
  /\bno such (?:user|recipient|mailbox|address|account|person)|\b(?:unknown|invalid|bad) (?:user|recipient|mailbox|local|destination)|\b(?:user|recipient|mailbox|account|empfänger)\b[^\n]{0,60}\b(?:unknown|unbekannt|not (?:found|known|local|available|exist)|unavailable|disabled|inactive|does(?: not|n.t) exist)|\bunrout(?:e)?able/i;
const channelWords =
  /block|black|deny ?list|denied|spam|\brbl\b|dnsbl|reputation|relay|rcpthosts|authenti|auth(?:oriz|oris|\b)|log ?in|\bsign in|quota|limit|too many|polic|prohibit|\bspf\b|dkim|dmarc|\bptr\b|reverse dns|rdns|\bhelo\b|\behlo\b|client host|your (?:ip|host|server|domain)|unsolicited|suspend|banned|listed|gesperrt|abgelehnt|nicht (?:erlaubt|berechtigt)|not (?:permitted|allowed)/i;

/** Returns whether a refusal concerns the sender: relaying, sign-in, quota, block lists. */
function isOfSender(enhanced: string, words: string): boolean {
  if (ofRecipient.includes(enhanced)) return false;
  if (ofSender.includes(enhanced) || enhanced.startsWith('.5.') || senderWords.test(words)) return true;
  return !recipientWords.test(words) && !(enhanced === '.4.1' && /recipient/i.test(words)) && channelWords.test(words);
}
