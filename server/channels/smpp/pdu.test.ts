import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import smpp from 'smpp';
import {
  commands,
  decodeDelivery,
  decodeMessageId,
  decodePdu,
  encodeBind,
  encodePdu,
  encodeSubmission,
  headerLength,
  responseTo,
  tags,
} from './pdu.ts';

// The package smpp is a second implementation of the same standard.
const encodedByPackage = (command: string, fields: object): Buffer =>
  (new smpp.PDU(command, { sequence_number: 7, ...fields }) as unknown as { toBuffer(): Buffer }).toBuffer();
const decodedByPackage = (octets: Buffer) =>
  new (smpp.PDU as unknown as new (octets: Buffer) => Record<string, unknown>)(octets);

const word = fc.string({
  unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)),
  maxLength: 20,
});
const octet = fc.nat(255);
const octets = (maxLength: number) => fc.uint8Array({ maxLength }).map((bytes) => Buffer.from(bytes));
const message = fc.record({
  source_addr_ton: octet,
  source_addr_npi: octet,
  source_addr: word,
  dest_addr_ton: octet,
  dest_addr_npi: octet,
  destination_addr: word,
  esm_class: octet,
  service_type: word,
  registered_delivery: octet,
  data_coding: octet,
});

test('another implementation reads submissions and binds', () => {
  fc.assert(
    fc.property(message, octets(140), (fields, text) => {
      const body = encodeSubmission({ ...fields, short_message: text });
      const read = decodedByPackage(encodePdu({ command: commands.submit_sm, status: 0, sequence: 7, body }));
      for (const [name, value] of Object.entries(fields)) assert.equal(read[name], value, name);
      const { sequence_number: sequence, command } = read;
      assert.deepEqual([sequence, command], [7, 'submit_sm']);
    }),
  );
  const bind = { system_id: 'meldekette', password: 'geheim', system_type: 'x', interface_version: 0x34 };
  const octetsOfBind = encodePdu({
    command: commands.bind_transceiver,
    status: 0,
    sequence: 1,
    body: encodeBind(bind),
  });
  assert.partialDeepStrictEqual(decodedByPackage(octetsOfBind), { command: 'bind_transceiver', ...bind });
});

test('reads what another implementation delivers', () => {
  fc.assert(
    fc.property(message, octets(254), octets(300), fc.nat(65_535), (fields, text, payload, reference) => {
      const more = {
        message_payload: payload,
        receipted_message_id: 'a1',
        message_state: 2,
        sar_msg_ref_num: reference,
      };
      const pdu = decodePdu(encodedByPackage('deliver_sm', { ...fields, short_message: text, ...more }).subarray(4));
      assert.deepEqual([pdu.command, pdu.status, pdu.sequence], [commands.deliver_sm, 0, 7]);
      const { tlvs, short_message: short, ...read } = decodeDelivery(pdu.body);
      assert.partialDeepStrictEqual(read, fields);
      assert.deepEqual([short, tlvs.get(tags.message_payload)], [text, payload]);
      assert.equal(tlvs.get(tags.receipted_message_id)!.toString(), 'a1\0');
      assert.equal(tlvs.get(tags.message_state)![0], 2);
      assert.equal(tlvs.get(tags.sar_msg_ref_num)!.readUInt16BE(0), reference);
    }),
  );
  const answer = decodePdu(encodedByPackage('submit_sm_resp', { message_id: '00A1' }).subarray(4));
  assert.equal(answer.command, responseTo(commands.submit_sm));
  assert.equal(decodeMessageId(answer.body), '00A1');
  assert.equal(decodeMessageId(Buffer.alloc(0)), '');
});

test('a body that ends anywhere, or consists of any octets, is read without an error', () => {
  const whole = encodedByPackage('deliver_sm', {
    source_addr: '4915112345678',
    short_message: Buffer.from('Ja'),
    receipted_message_id: '4711',
  }).subarray(headerLength);
  for (let end = 0; end <= whole.length; end++) {
    const { source_addr: from, short_message: text, tlvs } = decodeDelivery(whole.subarray(0, end));
    assert.ok('4915112345678'.startsWith(from) && 'Ja'.startsWith(text.toString()) && tlvs.size <= 1, `${end}`);
  }
  fc.assert(fc.property(octets(400), (body) => void decodeDelivery(body)));
});

test('a zero in a text can’t shift what follows, and a text over 255 octets is refused', () => {
  const body = encodeSubmission({ source_addr: 'AB\0CD', destination_addr: '49151', short_message: Buffer.from('x') });
  const { source_addr: from, destination_addr: to } = decodeDelivery(body);
  assert.deepEqual([from, to], ['ABCD', '49151']);
  assert.throws(() => encodeSubmission({ short_message: Buffer.alloc(256) }), RangeError);
});
