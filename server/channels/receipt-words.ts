import type { Receipt } from '#server/channels/received.ts';
import { isOneOf, recipientSets } from '#shared/delivery-states.ts';

/** A receipt's statement about its message. */
export type ReceiptState = Pick<Receipt, 'status' | 'reason'>;

const sent: ReceiptState = { status: 'sent' };
const delivered: ReceiptState = { status: 'delivered' };
const failed: ReceiptState = { status: 'failed' };
const expired: ReceiptState = { status: 'expired' };
const rejected: ReceiptState = { status: 'failed', reason: 'message_rejected' };

/** By the TLV message_state (SMPP 3.4, 5.2.28), in order. */
const states = [sent, sent, delivered, expired, failed, failed, sent, sent, rejected, failed];

const deliveredWords =
  /^(?:DELIV|DLV)(?:E?RD|ERED|RED|D|ER|RD)(?:_?TO_?(?:HANDSET|TERMINAL|DEVICE|SUBSCRIBER|RECIPIENT|PHONE|MOBILE|USER))?$/;
const rejectedWords =
  /^(?:REJ|REFUS|BLOCK|DENI|DENY|BLACK|SPAM|FORBID|FILTERED|SUPPRESS|OPT(?:ED)?_?OUT|UNSUBSCRIBED|DND(?:_|$)|RJCT|ABGELEHNT|ABGEWIESEN|GESPERRT)|(?:REJECTED|BLOCKED|REFUSED|FILTERED|BLOCKIERT|BLACKLISTED|OPTED_OUT)$/;
const expiredWords = /^(?:EXP(?:IR|R?D?$)|TIME_?OUT|TIMED_?OUT|ABGELAUFEN)|(?:EXPIRED|TIME_?OUT|TIMED_OUT|ABGELAUFEN)$/;
// harmless words that contain one of a failure
const harmlessWords =
  /(?:^|_|NOT)YET(?:_|$)|NOTYET|YET$|^(?:(?:MESSAGE_|MSG_|SMS_)?(?:DELIVERED|SENT|OK|SUCCESS)_?)?(?:NO|WITHOUT|ZERO|0)_?ERRORS?$|^ERRORS?_?(?:FREE|NONE)$|^NO_?DELIVERY_?(?:REPORT|RECEIPT)/;
const failedWords =
  /^(?:UN_?DEL|UN_?DLV|NACK|NOT(?!IF|_?READ(?:_|$))|NON(?!E$)|NO_?DEL|NO_?ROUTE|NO_?CREDIT|FAIL(?!_?OVER(?:_|$))|ERR(?!EICH)|DELET|SKIP|CANCEL|ABORT|DEAD|INVALID|UN_?REACH|ABSENT|BARR|LOST|UNSUCC|UN_?ROUT|DROPPED|DISCARD|BOUNCE|REVOKED|INSUFF|NICHT|UNZUSTELL|FEHL(?!ER_?(?:FREI|LOS))|STORNIERT)|^DELIV\w{0,20}(?:FAIL|IMPOSS|ERR)|^UNKNOWN_?(?:SUBS|NUMBER|MSISDN|DEST|ADDR)|_NOT_(?!IF|READ(?:_|$))|(?:(?:^|_)NACK(?:ED)?|ERROR|FAILED|FAILURE|ABSENT|UNREACHABLE|BARRED|(?<!SUCCESS)FULL|UNDELIVERED|UNDELIVERABLE|CANCELL?ED|INVALID|SUSPENDED|DISCARDED|DROPPED|FEHLGESCHLAGEN|UNZUSTELLBAR|(?:PHONE|HANDSET|DEVICE)_?OFF)$/;

/**
 * Interprets a receipt: by appendix B of SMPP 3.4, truncated or complete, or vendors' words. Unknown words leave it
 * sent.
 */
function stateInWords(word: string): ReceiptState {
  const said = plainWord(word);
  if (/^\d{1,2}$/.test(said)) return states[Number(said)] ?? sent;
  if (harmlessWords.test(said)) return sent;
  if (rejectedWords.test(said)) return rejected;
  if (failedWords.test(said)) return failed;
  if (expiredWords.test(said)) return expired;
  return deliveredWords.test(said) ? delivered : sent;
}

const plainWord = (word: string): string =>
  word
    .trim()
    .replace(/[\s_.-]+/g, '_')
    .toUpperCase();

/**
 * Returns the state for a word: by the provider's table, in any spelling, otherwise a failure if the word means one.
 * Unknown words must not pass as success.
 */
export function providerState(
  word: string | null | undefined,
  table: Readonly<Record<string, Receipt['status']>> | ReadonlyMap<string, Receipt['status']>,
): ReceiptState | undefined {
  if (!word) return undefined;
  const states = table instanceof Map ? table : new Map(Object.entries(table));
  const known = [...states].find(([own]) => plainWord(own) === plainWord(word))?.[1];
  if (known) return { status: known };
  const meant = /\d/.test(word) ? sent : stateInWords(word);
  return isOneOf(recipientSets.failed, meant.status) ? meant : undefined;
}

/**
 * Returns a receipt's state: message_state decides, unless only the words are final. `phrase` includes the next word
 * ("DELIVERY FAILURE").
 */
export function receiptState(state: unknown, word: string | undefined, phrase?: string): ReceiptState | null {
  const byState = typeof state === 'number' ? states[state] : undefined;
  const byPhrase = phrase === undefined ? undefined : stateInWords(phrase);
  const bySingle = word === undefined ? undefined : stateInWords(word);
  const isFailure = byPhrase !== undefined && isOneOf(recipientSets.failed, byPhrase.status);
  const byWord = bySingle?.status === 'sent' && isFailure ? byPhrase : bySingle;
  return (byState && byState.status !== 'sent' ? byState : (byWord ?? byState)) ?? null;
}
