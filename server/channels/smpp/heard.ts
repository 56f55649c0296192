import { type ReceiptState, receiptState } from '#server/channels/receipt-words.ts';
import type { Piece, Receipt } from '#server/channels/received.ts';
import { senderNumber } from '#server/channels/sender-number.ts';
import type { MessageIds, Reported } from './ids.ts';
import { type DeliverSm, tags } from './pdu.ts';
import { beginsWithHeader, codings, decodeText, isUnmarkedWide, placed, splitHeader, textOfPerson } from './text.ts';

/** The content of a deliver_sm; null for an empty report. */
export type Heard = { receipt: Receipt } | { piece: Piece } | null;

const international = 1;
const header = 0x40;
const reports = 0x04 | 0x20;

/** Parses a deliver_sm: a report on our message or an incoming text. */
export function readDelivery(delivery: DeliverSm, ids: MessageIds): Heard {
  const octets = octetsOf(delivery);
  const kind = delivery.esm_class;
  const said = receiptIn(delivery, octets);
  if (kind & reports) return toReceipt(said, ids);
  // some SMSCs don't mark reports, but an id in a TLV alone isn't one
  if (said.state && (textOf(delivery, 'receipted_message_id') !== '' || (said.isWhole && ids.knows(said.ids))))
    return toReceipt(said, ids);
  return { piece: readPiece(delivery, octets, (kind & header) !== 0) };
}

const octetsOf = ({ short_message: short, tlvs }: DeliverSm): Buffer =>
  short.length ? short : (tlvs.get(tags.message_payload) ?? short);

interface SaidReceipt {
  ids: Reported[];
  state: ReceiptState | null;
  /** Its text follows appendix B. */
  isWhole: boolean;
}

const longestReceipt = 2_000;

function receiptIn(delivery: DeliverSm, octets: Buffer): SaidReceipt {
  const text = receiptText(octets, delivery.data_coding).slice(0, longestReceipt);
  const receipted = textOf(delivery, 'receipted_message_id');
  const written =
    /(?<![a-z\d])(?:(?:msg|message|sms|smsc)[_-]?)?id["']?\s{0,3}[:=>]\s{0,3}["'[{(<]{0,2}([^\s,;|<>"'[\]{}()]{1,200}?)(?=sub:\d|[\s,;|<>"'[\]{}()]|$)/i.exec(
      text,
    )?.[1];
  const [, word, next] =
    /(?:(?<![a-z])|(?<=dlvrd:\d{1,3}))(?:(?:dlr|message|msg)[_-]?)?stat(?:us|e)?["']?\s{0,3}[:=>]\s{0,3}["'[{(<]{0,2}([a-z_-]{1,40}|\d{1,2})(?![a-z\d])(?: ([a-z_-]{1,40})(?![a-z_-]|\s{0,3}[:=>]))?/i.exec(
      text,
    ) ?? [];
  const ids: Reported[] = [
    ...(receipted ? [{ id: receipted, isTlv: true }] : []),
    ...(written ? [{ id: written, isTlv: false }] : []),
  ];
  const isWhole = /^\s{0,3}id:\S{1,200} sub:\d{1,4} dlvrd:\d{1,4} /i.test(text);
  return { ids, state: receiptState(stateIn(delivery), word, next && `${word} ${next}`), isWhole };
}

/** Returns a receipt's text, perhaps in two octets per character; the underscore of GSM 03.38 is 0x11. */
function receiptText(octets: Buffer, coding: number): string {
  const isWide = octets.includes(0) && (coding & 0x0f) === codings.ucs2;
  return isWide || isUnmarkedWide(octets)
    ? decodeText(octets, codings.ucs2)
    : octets.toString('latin1').replaceAll('\x11', '_');
}

const textOf = ({ tlvs }: DeliverSm, tag: keyof typeof tags): string =>
  (tlvs.get(tags[tag])?.toString('latin1') ?? '').replaceAll('\0', '').trim();

/** Returns message_state, which some gateways write as an ASCII digit. */
function stateIn(delivery: DeliverSm): number | undefined {
  const written = textOf(delivery, 'message_state');
  return /^\d$/.test(written) ? Number(written) : numberOf(delivery, 'message_state');
}

const numberOf = ({ tlvs }: DeliverSm, tag: keyof typeof tags): number | undefined => {
  const octets = tlvs.get(tags[tag]);
  return octets?.length ? octets.readUIntBE(0, Math.min(octets.length, 4)) : undefined;
};

function toReceipt({ ids: named, state }: SaidReceipt, ids: MessageIds): Heard {
  const externalId = state && ids.reported(named);
  return externalId ? { receipt: { externalId, ...state } } : null;
}

function readPiece(delivery: DeliverSm, octets: Buffer, hasHeader: boolean): Piece {
  // some gateways mark headers wrongly
  const split = hasHeader || beginsWithHeader(octets) ? splitHeader(octets) : { place: null, rest: octets };
  const place = split.place ?? segmentOf(delivery);
  const text = textOfPerson(split.rest, delivery.data_coding);
  const from = senderNumber(delivery.source_addr, delivery.source_addr_ton === international);
  return { from, text, ...(place ? { part: place } : {}) };
}

function segmentOf(delivery: DeliverSm) {
  const reference = numberOf(delivery, 'sar_msg_ref_num');
  const number = numberOf(delivery, 'sar_segment_seqnum');
  const total = numberOf(delivery, 'sar_total_segments');
  return reference !== undefined && number && total ? placed({ reference, number, total }) : null;
}
