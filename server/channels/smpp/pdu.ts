/** Command ids of SMPP 3.4 (5.1.2.1). A response adds the highest bit. */
export const commands = {
  bind_receiver: 0x01,
  bind_transmitter: 0x02,
  query_sm: 0x03,
  submit_sm: 0x04,
  deliver_sm: 0x05,
  unbind: 0x06,
  replace_sm: 0x07,
  cancel_sm: 0x08,
  bind_transceiver: 0x09,
  outbind: 0x0b,
  enquire_link: 0x15,
  submit_multi: 0x21,
  alert_notification: 0x102,
  data_sm: 0x103,
} as const;

export const responseTo = (command: number): number => (command | 0x80000000) >>> 0;

/** The response to anything else than a request. */
export const genericNack = 0x80000000;

/** Tags of optional parameters (5.3.2). */
export const tags = {
  receipted_message_id: 0x1e,
  sar_msg_ref_num: 0x20c,
  sar_total_segments: 0x20e,
  sar_segment_seqnum: 0x20f,
  message_payload: 0x424,
  message_state: 0x427,
} as const;

/** A PDU with its undecoded body. */
export interface Pdu {
  command: number;
  status: number;
  sequence: number;
  body: Buffer;
}

/** Length, command, status and sequence number, four octets each. */
export const headerLength = 16;

/** Encodes a PDU. */
export function encodePdu({ command, status, sequence, body }: Pdu): Buffer {
  const header = Buffer.alloc(headerLength);
  [headerLength + body.length, command, status, sequence].forEach((value, at) => {
    header.writeUInt32BE(value >>> 0, 4 * at);
  });
  return Buffer.concat([header, body]);
}

export const decodePdu = (octets: Buffer): Pdu => ({
  command: octets.readUInt32BE(0),
  status: octets.readUInt32BE(4),
  sequence: octets.readUInt32BE(8),
  body: octets.subarray(12),
});

// In the order of the body. Texts end with a zero octet; `octets` follow their number.
type Layout = Readonly<Record<string, 'text' | 'octet' | 'octets'>>;
type Fields<L extends Layout> = {
  [Name in keyof L]: L[Name] extends 'text' ? string : L[Name] extends 'octet' ? number : Buffer;
};

const bind = {
  system_id: 'text',
  password: 'text',
  system_type: 'text',
  interface_version: 'octet',
  addr_ton: 'octet',
  addr_npi: 'octet',
  address_range: 'text',
} as const;

const message = {
  service_type: 'text',
  source_addr_ton: 'octet',
  source_addr_npi: 'octet',
  source_addr: 'text',
  dest_addr_ton: 'octet',
  dest_addr_npi: 'octet',
  destination_addr: 'text',
  esm_class: 'octet',
  protocol_id: 'octet',
  priority_flag: 'octet',
  schedule_delivery_time: 'text',
  validity_period: 'text',
  registered_delivery: 'octet',
  replace_if_present_flag: 'octet',
  data_coding: 'octet',
  sm_default_msg_id: 'octet',
  short_message: 'octets',
} as const;

const submitted = { message_id: 'text' } as const;

/** The parameters of a submit_sm; missing ones are empty or zero. */
export type Submission = Partial<Fields<typeof message>>;

/** The parameters of a deliver_sm, with the optional ones by tag. */
export interface DeliverSm extends Fields<typeof message> {
  tlvs: ReadonlyMap<number, Buffer>;
}

export const encodeBind = (fields: Partial<Fields<typeof bind>>): Buffer => encode(bind, fields);

/** Throws RangeError for more than 255 octets of text. */
export const encodeSubmission = (fields: Submission): Buffer => encode(message, fields);

/** Returns the id in a submit_sm_resp, or an empty one. */
export const decodeMessageId = (body: Buffer): string => decode(submitted, body).fields.message_id;

/** The body of a deliver_sm_resp, whose message id is unused. */
export const emptyMessageId: Buffer = encode(submitted, {});

/** Decodes a deliver_sm; missing parameters are empty or zero. */
export function decodeDelivery(body: Buffer): DeliverSm {
  const { fields, rest } = decode(message, body);
  return { ...fields, tlvs: decodeTlvs(rest) };
}

function encode<L extends Layout>(layout: L, fields: Partial<Fields<L>>): Buffer {
  const parts = Object.entries(layout).map(([name, kind]) => {
    const value: unknown = fields[name];
    if (kind === 'octet') return Buffer.from([Number(value ?? 0)]);
    if (kind === 'text') return Buffer.from(`${String(value ?? '').replaceAll('\0', '')}\0`, 'latin1');
    const octets = (value as Buffer | undefined) ?? Buffer.alloc(0);
    if (octets.length > 255) throw new RangeError(`${name} has ${octets.length} octets`);
    return Buffer.concat([Buffer.from([octets.length]), octets]);
  });
  return Buffer.concat(parts);
}

function decode<L extends Layout>(layout: L, body: Buffer): { fields: Fields<L>; rest: Buffer } {
  let rest = body;
  const take = (length: number): Buffer => {
    const taken = rest.subarray(0, length);
    rest = rest.subarray(length);
    return taken;
  };
  const read = (kind: Layout[string]): string | number | Buffer => {
    if (kind === 'octet') return take(1)[0] ?? 0;
    if (kind === 'octets') return take(take(1)[0] ?? 0);
    const end = rest.indexOf(0);
    return take(end < 0 ? rest.length : end + 1)
      .toString('latin1')
      .replace(/\0$/, '');
  };
  const fields = Object.fromEntries(Object.entries(layout).map(([name, kind]) => [name, read(kind)])) as Fields<L>;
  return { fields, rest };
}

function decodeTlvs(octets: Buffer): Map<number, Buffer> {
  const found = new Map<number, Buffer>();
  for (let at = 0; at + 4 <= octets.length; ) {
    const end = at + 4 + octets.readUInt16BE(at + 2);
    found.set(octets.readUInt16BE(at), octets.subarray(at + 4, end));
    at = end;
  }
  return found;
}
