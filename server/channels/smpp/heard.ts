import type { Pdu } from 'smpp';
import { type ReceiptState, receiptState } from '#server/channels/receipt-words.ts';
import type { Piece, Receipt } from '#server/channels/received.ts';
import { senderNumber } from '#server/channels/sender-number.ts';
import type { MessageIds, Reported } from './ids.ts';
import { beginsWithHeader, codings, decodeText, isUnmarkedWide, placed, splitHeader } from './text.ts';

/** The content of a deliver_sm; null for a report without information. */
export type Heard = { receipt: Receipt } | { piece: Piece } | null;

const international = 1;
const header = 0x40;
const reports = 0x04 | 0x20;

/** Parses a deliver_sm: a report on our message or an incoming text. */
export function readDelivery(pdu: Pdu, ids: MessageIds): Heard {
  const octets = octetsOf(pdu);
  const kind = Number(pdu['esm_class'] ?? 0);
  const said = receiptIn(pdu, octets);
  if (kind & reports) return toReceipt(said, ids);
  // some SMSCs don't mark reports; but an id in a TLV alone doesn't make an incoming text a report
  if (said.state && (textOf(pdu['receipted_message_id']) !== '' || (said.isWhole && ids.knows(said.ids))))
    return toReceipt(said, ids);
  return { piece: readPiece(pdu, octets, (kind & header) !== 0) };
}

function octetsOf(pdu: Pdu): Buffer {
  const [short, payload] = [pdu['short_message'], pdu['message_payload']];
  if (Buffer.isBuffer(short) && short.length) return short;
  return Buffer.isBuffer(payload) ? payload : Buffer.alloc(0);
}

interface SaidReceipt {
  ids: Reported[];
  state: ReceiptState | null;
  /** Its text follows appendix B. */
  isWhole: boolean;
}

const longestReceipt = 2_000;

function receiptIn(pdu: Pdu, octets: Buffer): SaidReceipt {
  const coding = Number(pdu['data_coding'] ?? 0);
  const text = receiptText(octets, coding).slice(0, longestReceipt);
  const receipted = textOf(pdu['receipted_message_id']);
  const written =
    /(?<![a-z\d])(?:(?:msg|message|sms|smsc)[_-]?)?id["']?\s{0,3}[:=>]\s{0,3}["'[{(<]{0,2}([^\s,;|<>"'[\]{}()]{1,200}?)(?=sub:\d|[\s,;|<>"'[\]{}()]|$)/i.exec(
      text,
    )?.[1];
  const word =
    /(?:(?<![a-z])|(?<=dlvrd:\d{1,3}))(?:(?:dlr|message|msg)[_-]?)?stat(?:us|e)?["']?\s{0,3}[:=>]\s{0,3}["'[{(<]{0,2}([a-z_-]{1,40}|\d{1,2})(?![a-z\d])/i.exec(
      text,
    )?.[1];
  const ids: Reported[] = [
    ...(receipted ? [{ id: receipted, isTlv: true }] : []),
    ...(written ? [{ id: written, isTlv: false }] : []),
  ];
  const isWhole = /^\s{0,3}id:\S{1,200} sub:\d{1,4} dlvrd:\d{1,4} /i.test(text);
  return { ids, state: receiptState(numberOf(pdu['message_state']), word), isWhole };
}

/** Returns a receipt's text, also in two octets for each sign without saying so; the underscore of GSM 03.38 is 0x11. */
function receiptText(octets: Buffer, coding: number): string {
  const isWide = octets.includes(0) && (coding & 0x0f) === codings.ucs2;
  return isWide || isUnmarkedWide(octets)
    ? decodeText(octets, codings.ucs2)
    : octets.toString('latin1').replaceAll('\x11', '_');
}

/** Returns a TLV as text; some SMSCs send it in a type that the library leaves as octets. */
const textOf = (tlv: unknown): string =>
  (Buffer.isBuffer(tlv) ? tlv.toString('latin1') : typeof tlv === 'string' ? tlv : '').replaceAll('\0', '').trim();

const numberOf = (tlv: unknown): unknown =>
  Buffer.isBuffer(tlv) && tlv.length ? tlv.readUIntBE(0, Math.min(tlv.length, 4)) : tlv;

function toReceipt({ ids: named, state }: SaidReceipt, ids: MessageIds): Heard {
  const externalId = state && ids.reported(named);
  return externalId ? { receipt: { externalId, ...state } } : null;
}

function readPiece(pdu: Pdu, octets: Buffer, hasHeader: boolean): Piece {
  // some gateways forget to mark a header, or mark a text without one
  const split = hasHeader || beginsWithHeader(octets) ? splitHeader(octets) : { place: null, rest: octets };
  const place = split.place ?? segmentOf(pdu);
  const text = decodeText(split.rest, Number(pdu['data_coding'] ?? 0)).replace(/[\0\r]+$/, '');
  const from = senderNumber(String(pdu['source_addr'] ?? ''), Number(pdu['source_addr_ton'] ?? 0) === international);
  return { from, text, ...(place ? { part: place } : {}) };
}

function segmentOf(pdu: Pdu) {
  const [reference, number, total] = ['sar_msg_ref_num', 'sar_segment_seqnum', 'sar_total_segments'].map(
    (name) => pdu[name],
  );
  if (reference === undefined || !number || !total) return null;
  return placed({ reference: Number(reference), number: Number(number), total: Number(total) });
}
