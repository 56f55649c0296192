import type { Receipt } from '#server/channels/received.ts';

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
const rejectedWords = /^(?:REJ|REFUS|BLOCK|DENI|DENY|BLACK|SPAM|FORBID)|(?:REJECTED|BLOCKED|REFUSED)$/;
const expiredWords = /^(?:EXP|TIME_?OUT|TIMED_?OUT)|(?:EXPIRED|TIME_?OUT)$/;
const failedWords =
  /^(?:UN_?DEL|UN_?DLV|NOT|NON|NO_?DEL|NO_?ROUTE|FAIL|ERR|DELET|SKIP|CANCEL|ABORT|DEAD|INVALID|UN_?REACH|ABSENT|BARR|LOST|UNSUCC|UN_?ROUT)|^DELIV\w{0,20}(?:FAIL|IMPOSS|ERR)|^UNKNOWN_?(?:SUBS|NUMBER|MSISDN|DEST|ADDR)|(?:ERROR|FAILED|FAILURE|ABSENT|UNREACHABLE|BARRED|FULL|(?:PHONE|HANDSET|DEVICE)_?OFF)$/;

/**
 * Interprets the words of a receipt: those of appendix B of SMPP 3.4, truncated or complete, and of vendors. Unknown words leave
 * the message sent.
 */
function stateInWords(word: string): ReceiptState {
  const said = word.toUpperCase().replaceAll('-', '_');
  if (/^\d{1,2}$/.test(said)) return states[Number(said)] ?? sent;
  if (rejectedWords.test(said)) return rejected;
  if (failedWords.test(said)) return failed;
  if (expiredWords.test(said)) return expired;
  return deliveredWords.test(said) ? delivered : sent;
}

/** Returns a receipt's state: the TLV message_state decides, unless only the words are final. */
export function receiptState(state: unknown, word: string | undefined): ReceiptState | null {
  const byState = typeof state === 'number' ? states[state] : undefined;
  const byWord = word === undefined ? undefined : stateInWords(word);
  return (byState && byState.status !== 'sent' ? byState : (byWord ?? byState)) ?? null;
}
