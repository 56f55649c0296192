import type { Receipt } from '#server/channels/received.ts';

/** What a receipt says of its message. */
export type ReceiptState = Pick<Receipt, 'status' | 'reason'>;

const sent: ReceiptState = { status: 'sent' };
const delivered: ReceiptState = { status: 'delivered' };
const failed: ReceiptState = { status: 'failed' };
const expired: ReceiptState = { status: 'expired' };
const rejected: ReceiptState = { status: 'failed', reason: 'message_rejected' };

/** The values of the TLV message_state (SMPP 3.4, 5.2.28), in their order. */
const states = [sent, sent, delivered, expired, failed, failed, sent, sent, rejected, failed];

const deliveredWords =
  /^(?:DELIV|DLV)(?:E?RD|ERED|RED|D|ER|RD)(?:_?TO_?(?:HANDSET|TERMINAL|DEVICE|SUBSCRIBER|RECIPIENT|PHONE|MOBILE|USER))?$/;
const rejectedWords = /^(?:REJ|REFUS|BLOCK|DENI|DENY|BLACK|SPAM|FORBID)|(?:REJECTED|BLOCKED|REFUSED)$/;
const expiredWords = /^(?:EXP|TIME_?OUT|TIMED_?OUT)|(?:EXPIRED|TIME_?OUT)$/;
const failedWords =
  /^(?:UN_?DEL|UN_?DLV|NOT|NON|NO_?DEL|NO_?ROUTE|FAIL|ERR|DELET|SKIP|CANCEL|ABORT|DEAD|INVALID|UN_?REACH|ABSENT|BARR|LOST|UNSUCC|UN_?ROUT)|^DELIV\w{0,20}(?:FAIL|IMPOSS|ERR)|^UNKNOWN_?(?:SUBS|NUMBER|MSISDN|DEST|ADDR)|(?:ERROR|FAILED|FAILURE|ABSENT|UNREACHABLE|BARRED|FULL|(?:PHONE|HANDSET|DEVICE)_?OFF)$/;

/**
 * What the words of a receipt mean, as SMSCs write them: those of appendix B of SMPP 3.4, cut or in full, and those of
 * vendors. Unknown words are no success: the message stays sent.
 */
function stateInWords(word: string): ReceiptState {
  const said = word.toUpperCase().replaceAll('-', '_');
  if (/^\d{1,2}$/.test(said)) return states[Number(said)] ?? sent;
  if (rejectedWords.test(said)) return rejected;
  if (failedWords.test(said)) return failed;
  if (expiredWords.test(said)) return expired;
  return deliveredWords.test(said) ? delivered : sent;
}

/** What a receipt means: the TLV message_state decides, unless it knows no end and the words do. */
export function receiptState(state: unknown, word: string | undefined): ReceiptState | null {
  const byState = typeof state === 'number' ? states[state] : undefined;
  const byWord = word === undefined ? undefined : stateInWords(word);
  return (byState && byState.status !== 'sent' ? byState : (byWord ?? byState)) ?? null;
}
