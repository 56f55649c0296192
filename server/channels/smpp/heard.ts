import type { Pdu } from 'smpp';
import type { Piece, Receipt } from '#server/channels/received.ts';
import { senderNumber } from '#server/channels/sender-number.ts';
import { decodeText, placed, splitHeader } from './text.ts';

/** In which form an SMSC writes a message's id when it takes it, and when it reports on it. */
export type IdForm = 'same' | 'hexDecimal' | 'decimalHex';

/** What a deliver_sm brought; null when it is a report that says nothing. */
export type Heard = { receipt: Receipt } | { piece: Piece } | null;

const international = 1;
const header = 0x40;
const reports = 0x04 | 0x20;

const words: Readonly<Record<string, Pick<Receipt, 'status' | 'reason'>>> = {
  ENROUTE: { status: 'sent' },
  SCHEDUL: { status: 'sent' },
  ACCEPTD: { status: 'sent' },
  UNKNOWN: { status: 'sent' },
  DELIVRD: { status: 'delivered' },
  EXPIRED: { status: 'expired' },
  DELETED: { status: 'failed' },
  UNDELIV: { status: 'failed' },
  SKIPPED: { status: 'failed' },
  REJECTD: { status: 'failed', reason: 'message_rejected' },
};
/** The values of the TLV message_state, in their order. */
const states = 'SCHEDUL ENROUTE DELIVRD EXPIRED DELETED UNDELIV ACCEPTD UNKNOWN REJECTD SKIPPED'.split(' ');

/** Reads a deliver_sm: a report on a message of ours, or what somebody writes. */
export function readDelivery(pdu: Pdu, form: IdForm): Heard {
  const octets = octetsOf(pdu);
  const kind = Number(pdu['esm_class'] ?? 0);
  const report = readReceipt(pdu, octets.toString('latin1'), form);
  if (kind & reports) return report;
  // some SMSCs forget to say that it is a report; an id in a TLV alone does not make one of what somebody writes
  if (report && typeof pdu['receipted_message_id'] === 'string') return report;
  return { piece: readPiece(pdu, octets, (kind & header) !== 0) };
}

function octetsOf(pdu: Pdu): Buffer {
  const [short, payload] = [pdu['short_message'], pdu['message_payload']];
  if (Buffer.isBuffer(short) && short.length) return short;
  return Buffer.isBuffer(payload) ? payload : Buffer.alloc(0);
}

function readReceipt(pdu: Pdu, text: string, form: IdForm): Heard {
  const receipted = pdu['receipted_message_id'];
  const written = /\bid:\s*([^\s]+)/i.exec(text)?.[1];
  // what the TLV holds is by the standard what submit_sm_resp said
  const id =
    typeof receipted === 'string' && receipted ? submittedId(receipted, form) : written && reportedId(written, form);
  const state = pdu['message_state'];
  const word = /\bstat:\s*([a-z]+)/i.exec(text)?.[1]?.toUpperCase().slice(0, 7) ?? states[Number(state ?? -1)];
  const said = word ? words[word] : undefined;
  return id && said ? { receipt: { externalId: id, ...said } } : null;
}

/** The id of a message as its receipts will name it. */
export const submittedId = (id: string, form: IdForm): string =>
  form === 'same' ? id.trim() : numberOf(id, form === 'hexDecimal' ? '0x' : '');

const reportedId = (id: string, form: IdForm): string =>
  form === 'same' ? id.trim() : numberOf(id, form === 'hexDecimal' ? '' : '0x');

function numberOf(id: string, prefix: string): string {
  const digits = id.trim();
  return (prefix ? /^[\da-f]+$/i : /^\d+$/).test(digits) ? BigInt(prefix + digits).toString() : digits;
}

function readPiece(pdu: Pdu, octets: Buffer, hasHeader: boolean): Piece {
  const split = hasHeader ? splitHeader(octets) : { place: null, rest: octets };
  const place = split.place ?? segmentOf(pdu);
  const text = decodeText(split.rest, Number(pdu['data_coding'] ?? 0));
  const from = senderNumber(String(pdu['source_addr'] ?? ''), Number(pdu['source_addr_ton'] ?? 0) === international);
  return { from, text, ...(place ? { part: place } : {}) };
}

/** The same as a header, in TLVs. */
function segmentOf(pdu: Pdu) {
  const [reference, number, total] = ['sar_msg_ref_num', 'sar_segment_seqnum', 'sar_total_segments'].map(
    (name) => pdu[name],
  );
  if (reference === undefined || !number || !total) return null;
  return placed({ reference: Number(reference), number: Number(number), total: Number(total) });
}
