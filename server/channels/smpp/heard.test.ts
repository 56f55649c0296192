import assert from 'node:assert/strict';
import test from 'node:test';
import { readDelivery } from './heard.ts';
import { createMessageIds, type IdForm } from './ids.ts';
import { type DeliverSm, decodeDelivery, tags } from './pdu.ts';
import { decodeText } from './text.ts';

/** Returns a deliver_sm with these parameters; optional ones are texts, octets or numbers of one octet. */
function delivery(fields: Record<string, unknown>): DeliverSm {
  const octetsOf = (value: unknown) =>
    Buffer.isBuffer(value) ? value : typeof value === 'number' ? Buffer.from([value]) : Buffer.from(String(value));
  const tlvs = Object.entries(tags).flatMap(([name, tag]): [number, Buffer][] =>
    name in fields ? [[tag, octetsOf(fields[name])]] : [],
  );
  return { ...decodeDelivery(Buffer.alloc(0)), ...fields, tlvs: new Map(tlvs) };
}

const report = (text: string, more: Record<string, unknown> = {}): DeliverSm =>
  delivery({ esm_class: 4, short_message: Buffer.from(text), source_addr: '4915112345678', ...more });

function heard(delivered: DeliverSm, submitted: readonly string[] = [], form: IdForm = 'same') {
  const ids = createMessageIds(form);
  const known = submitted.map((id) => ids.submitted(id));
  const read = readDelivery(delivered, ids);
  return { read, place: read && 'receipt' in read ? known.indexOf(read.receipt.externalId) : null };
}

const stateOf = (text: string, more: Record<string, unknown> = {}) => {
  const { read } = heard(report(text, more));
  if (!read || !('receipt' in read)) return read;
  const { externalId, status, reason } = read.receipt;
  assert.equal(externalId, '4711', text);
  return [status, reason].filter(Boolean).join(' ');
};

test('reads receipts in the words of vendors', () => {
  const words: Record<string, string> = {
    delivered: 'DELIVRD DELIVERED Delivered DELIVERD DELIVRED DLVRD DELIVER DELIVERED_TO_HANDSET DeliveredToTerminal 2',
    failed:
      'UNDELIV UNDELIVERABLE UNDELIVERED UNDELIVRD Undeliv FAILED Failed FAILURE ERROR DELETED SKIPPED CANCELED CANCELLED NOT_DELIVERED NONDELIVERED NODELIV UNREACHABLE ABSENT_SUBSCRIBER DELIVERY_FAILED DeliveryImpossible HandsetError NETWORK_ERROR SUBSCRIBER_ABSENT MEMORY_FULL PHONE_OFF UNKNOWN_SUBSCRIBER NACK DELIVERY_NACK 5',
    'failed message_rejected':
      'REJECTD REJECTED Rejected REJECT REFUSED BLOCKED BLACKLISTED MESSAGE_REJECTED NUMBER_BLOCKED RJCTD DND DND_REJECT 8',
    expired: 'EXPIRED Expired EXPIRE TIMEOUT TIMED_OUT MSG_EXPIRED ValidityTimeout EXP EXPD EXPRD 3',
    sent: 'ENROUTE ACCEPTD ACCEPTED SCHEDULED UNKNOWN BUFFRED BUFFERED ACKED SENT PENDING QUEUED JIPPIE DELIVERED_TO_NETWORK DeliveryUncertain DELIVERY_PENDING OK SUCCESS NO_ERROR SUCCESSFULL NOT_YET_DELIVERED NO_DELIVERY_REPORT FAILOVER EXPEDIERT 1',
  };
  for (const [state, all] of Object.entries(words)) {
    for (const word of all.split(' ')) {
      assert.equal(stateOf(`id:4711 stat:${word} err:000`), state, word);
      const whole = `id:4711 sub:001 dlvrd:001 submit date:2611210340 done date:2611210341 stat:${word} err:042 text:stat:DELIVRD`;
      assert.equal(stateOf(whole), state, word);
    }
  }
  assert.equal(stateOf('ID: 4711 Status: NOT DELIVERED'), 'failed');
  assert.equal(stateOf('id=4711, state="FAILED"'), 'failed');
  assert.equal(stateOf('id:4711 stat:NACK/0x0000000b/Invalid Destination Address'), 'failed');
  assert.equal(stateOf('id:4711 stat:DELIVERY FAILURE err:012'), 'failed');
  assert.equal(stateOf('id:4711 stat:DELIVRD Fehler im Stellwerk'), 'delivered');
  assert.equal(stateOf('id:4711 stat:ENROUTE err:000 text:failed'), 'sent');
});

test('the TLV decides; if it has no final state, words with one do', () => {
  const tlvs = (state: number) => ({ receipted_message_id: '4711', message_state: state });
  assert.equal(stateOf('id:4711 stat:ACKED err:000', tlvs(2)), 'delivered');
  assert.equal(stateOf('id:4711 stat:BUFFRED err:000', tlvs(5)), 'failed');
  assert.equal(stateOf('', tlvs(2)), 'delivered');
  assert.equal(stateOf('', tlvs(8)), 'failed message_rejected');
  for (const [digit, state] of [
    ['2', 'delivered'],
    ['5', 'failed'],
    ['5\0', 'failed'],
  ] as const)
    assert.equal(stateOf('', { receipted_message_id: '4711', message_state: Buffer.from(digit) }), state);
  assert.equal(stateOf('id:4711 stat:UNDELIV', tlvs(1)), 'failed');
  assert.equal(stateOf('id:4711 stat:DELIVRD', tlvs(5)), 'failed');
  assert.equal(stateOf('id:4711 stat:DELIVRD', tlvs(99)), 'delivered');
  assert.equal(stateOf('id:4711'), null, 'it says nothing');
  assert.equal(stateOf('stat:FAILED'), null, 'of which message?');
});

test('reads IDs in any notation', () => {
  const table: [submitted: string, reported: string, form?: IdForm][] = [
    ['4711', '4711'],
    ['4711', '0000004711'],
    ['0000004711', '4711'],
    ['00FF', '00ff'],
    ['a1b2c3d4', 'A1B2C3D4'],
    ['3F0A', '16138'],
    ['16138', '3F0A'],
    ['16138', '00003f0a'],
    ['0x3F0A', '16138'],
    ['C0FFEE00-1234-ABCD', 'c0ffee00-1234-abcd'],
    ['00FF', '0000000255', 'hexDecimal'],
    ['255', 'FF', 'decimalHex'],
    ['255', '0x00FF', 'decimalHex'],
  ];
  for (const [submitted, reported, form] of table) {
    const others = ['x', '99', submitted];
    for (const pdu of [
      report(`id:${reported} stat:FAILED`),
      report('', { receipted_message_id: reported, message_state: 5 }),
    ]) {
      if (form && pdu.tlvs.has(tags.receipted_message_id)) continue; // by the standard it holds what submit_sm_resp said
      assert.equal(heard(pdu, others, form).place, 2, `${submitted} ${reported}`);
    }
  }
  // a matching id precedes one in another number system
  assert.equal(heard(report('id:16 stat:FAILED'), ['16', '10', '22']).place, 0);
  // a TLV that names nothing we know gives way to the text
  const both = report('id:4711 stat:FAILED', { receipted_message_id: 'session-9', message_state: 5 });
  assert.equal(heard(both, ['4711']).place, 0);
});

test('a notation that matched once applies to messages of another process', () => {
  const ids = createMessageIds('same');
  ids.submitted('3F0A');
  const idOf = (id: string) => {
    const read = readDelivery(report(`id:${id} stat:DELIVRD`), ids);
    return read && 'receipt' in read ? read.receipt.externalId : null;
  };
  assert.deepEqual([idOf('16139'), idOf('16138'), idOf('16139')], ['16139', '3f0a', '3f0b']);
});

test('after a restart a report in another number system is still recognized', () => {
  const ids = createMessageIds('same');
  ids.submitted('00A1');
  ids.recalled(['3f0a', '4711']);
  const idOf = (id: string) => {
    const read = readDelivery(report(`id:${id} stat:DELIVRD`), ids);
    return read && 'receipt' in read ? read.receipt.externalId : null;
  };
  assert.deepEqual(['16138', '161', '0000004711', '3F0A'].map(idOf), ['3f0a', 'a1', '4711', '3f0a']);
});

test('recognizes an unflagged report by its form and its message, unlike words of people', () => {
  const text = 'id:4711 sub:001 dlvrd:000 submit date:2611210340 done date:2611210341 stat:UNDELIV err:042 text:x';
  const plain = { esm_class: 0 };
  assert.equal(heard(report(text, plain), ['4711']).place, 0);
  assert.ok('piece' in heard(report(text, plain), ['4712']).read!);
  assert.ok('piece' in heard(report('id:4711 stat:DELIVRD', plain), ['4711']).read!);
});

test('reads a report in UCS-2', () => {
  const octets = Buffer.from('id:4711 stat:FAILED', 'utf16le').swap16();
  assert.equal(stateOf('', { short_message: octets, data_coding: 8 }), 'failed');
});

test('reads texts of people in every data coding', () => {
  const ucs2 = (text: string) => Buffer.from(text, 'utf16le').swap16();
  const gsm = Buffer.from([0x4a, 0x61, 0x2c, 0x20, 0x7e, 0x00]);
  const table: [Buffer, number[], string][] = [
    [gsm, [0x00, 0x10, 0x11, 0x13, 0xc0, 0xd0, 0xf0, 0xf1], 'Ja, ü@'],
    [Buffer.from('Ja, gleich'), [0x00, 0x01, 0x02, 0x03, 0x04, 0xf4, 0x14], 'Ja, gleich'],
    [Buffer.from('Ja, für 5 €', 'utf8'), [0x00, 0x01, 0x03, 0x04, 0xf4], 'Ja, für 5 €'],
    [Buffer.from('Grüße', 'latin1'), [0x00, 0x01, 0x02, 0x03, 0x04, 0x15, 0xf5], 'Grüße'],
    [ucs2('Ja 👍 ü'), [0x08, 0x18, 0x19, 0xe0], 'Ja 👍 ü'],
    [Buffer.concat([Buffer.from([0xfe, 0xff]), ucs2('Ja')]), [0x08], 'Ja'],
    [Buffer.from('\ufeffJa', 'utf16le'), [0x08], 'Ja'],
    [Buffer.from([0xb4, 0xd0]), [0x06], 'Да'],
  ];
  for (const [octets, codings, text] of table)
    for (const coding of codings) assert.equal(decodeText(octets, coding), text, `0x${coding.toString(16)} ${text}`);
});

test('reads reports in other forms of text and TLV', () => {
  const wide = Buffer.from('id:4711 stat:UNDELIV', 'utf16le').swap16();
  const texts = [
    'id:4711 sub:001 dlvrd:000 stat:UNDELIV err:0',
    'id:4711sub:001dlvrd:000stat:UNDELIV',
    'ID:4711 SUB:001 DLVRD:000 STAT:UNDELIV',
    'msgid:4711 stat:UNDELIV',
    'message_id:4711 status:FAILED',
    'message-id = 4711, message_status = FAILED',
    '<id>4711</id><stat>UNDELIV</stat>',
    '{"id":"4711","stat":"UNDELIV"}',
    'id:4711|stat:UNDELIV|err:1',
    'id=4711;stat=UNDELIV',
    'id:[4711] stat:[UNDELIV]',
    'id:4711 state:5',
    'id:4711 stat:NOT\x11DELIVERED',
  ];
  for (const text of texts) assert.equal(stateOf(text), 'failed', text);
  for (const more of [
    { receipted_message_id: '4711\0', message_state: 5 },
    { receipted_message_id: Buffer.from('4711\0'), message_state: Buffer.from([5]) },
    { short_message: wide, data_coding: 0 },
    { short_message: Buffer.alloc(0), message_payload: Buffer.from('id:4711 stat:UNDELIV') },
  ])
    assert.equal(stateOf('', more), 'failed', JSON.stringify(more));
  const changed: [submitted: string, reported: string][] = [
    ['ab_cd', 'AB\x11CD'],
    ['4000000000', '-294967296'],
    ['FFFFFFFF', '-1'],
    ['4711', '4711@smsc1'],
    ['4711', '4711.0'],
    ['{C0FFEE00-1234}', 'c0ffee00-1234'],
  ];
  for (const [submitted, reported] of changed)
    assert.equal(heard(report(`id:${reported} stat:UNDELIV`), ['x', submitted]).place, 1, reported);
});

test('reads texts with a wrong data coding, header mark, end or sender', () => {
  const ucs2 = (text: string) => Buffer.from(text, 'utf16le').swap16();
  const header = Buffer.from([5, 0, 3, 7, 2, 1]);
  const pieceOf = (short_message: Buffer, more: Record<string, unknown>) => {
    const { read } = heard(delivery({ short_message, source_addr: '4915112345678', source_addr_ton: 1, ...more }));
    return read && 'piece' in read ? read.piece : null;
  };
  const texts: [octets: Buffer, more: Record<string, unknown>, text: string][] = [
    [ucs2('Ja ü'), { data_coding: 4 }, 'Ja ü'],
    [ucs2('Ja komme'), { data_coding: 0 }, 'Ja komme'],
    [Buffer.from('Ja komme', 'utf16le'), { data_coding: 8 }, 'Ja komme'],
    [Buffer.from('Ja, komme gleich'), { data_coding: 8 }, 'Ja, komme gleich'],
    [ucs2('Да, иду'), { data_coding: 8 }, 'Да, иду'],
    [ucs2('是我来'), { data_coding: 8 }, '是我来'],
    ...['来', '不来', '是来', '不是', '来年'].map((text): [Buffer, Record<string, unknown>, string] => [
      ucs2(text),
      { data_coding: 8 },
      text,
    ]),
    ...['Ja', 'nein', 'Nein', 'ok', '12', 'Komme gleich', 'Kommen. Anna', '1 Min'].map(
      (text): [Buffer, Record<string, unknown>, string] => [Buffer.from(text), { data_coding: 8 }, text],
    ),
    ...['1', '7'].flatMap((text): [Buffer, Record<string, unknown>, string][] =>
      [Buffer.from(text), ucs2(text), Buffer.from(text, 'utf16le')].map((octets) => [octets, { data_coding: 8 }, text]),
    ),
    [Buffer.from('Ja komme'), { esm_class: 0x40 }, 'Ja komme'],
    [Buffer.from([0xff, 0x4a, 0x61]), { esm_class: 0x40, data_coding: 3 }, 'ÿJa'],
    [Buffer.from('Ja\0'), { data_coding: 3 }, 'Ja'],
    [ucs2('Ja\0'), { data_coding: 8 }, 'Ja'],
    [Buffer.from('Ja komm\r'), { data_coding: 0 }, 'Ja komm'],
  ];
  for (const [octets, more, text] of texts) assert.deepEqual(pieceOf(octets, more)?.text, text, text);
  for (const esm_class of [0, 0x40]) {
    const piece = pieceOf(Buffer.concat([header, Buffer.from('Ja ')]), { esm_class });
    assert.deepEqual([piece?.text, piece?.part], ['Ja ', { reference: 7, number: 1, total: 2 }]);
  }
  const senders: [address: string, ton: number, from: string][] = [
    ['4915112345678', 0, '+4915112345678'],
    ['004915112345678', 1, '+4915112345678'],
    ['004915112345678', 0, '+4915112345678'],
    ['+4915112345678', 1, '+4915112345678'],
    ['015112345678', 2, '015112345678'],
    ['70700', 3, '70700'],
  ];
  for (const [source_addr, source_addr_ton, from] of senders)
    assert.equal(pieceOf(Buffer.from('Ja'), { source_addr, source_addr_ton })?.from, from, source_addr);
});
