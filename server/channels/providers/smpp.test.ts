import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import testCertificate from 'smtp-server/lib/tls-options.js';
import { DeliveryError, NotStarted, type Sender, type Values } from '#server/channels/channel.ts';
import type { Received } from '#server/channels/received.ts';
import type { Waits } from '#server/channels/smpp/link.ts';
import { openSmpp } from '#server/channels/smpp/send.ts';
import { smsSize } from '#shared/sms.ts';
import { failure, quick, sms } from '#testing/fakes/smpp-texts.ts';
import { type FakeSmsc, startSmsc } from '#testing/fakes/smsc.ts';
import { until } from '#testing/until.ts';
import adapter from './smpp.ts';

let smsc: FakeSmsc;
before(async () => {
  smsc = await startSmsc();
});
after(() => smsc.stop());
beforeEach(() => {
  Object.assign(smsc, {
    mood: () => null,
    before: async () => {},
    written: (id: string) => id,
    refuseBinds: null,
    dead: false,
  });
  smsc.taken.length = 0;
  smsc.binds.length = 0;
});

const password = 'geheim';
const settings = (more: Values = {}): Values => ({
  hosts: `127.0.0.1:${smsc.port}`,
  secure: 'none',
  systemId: 'meldekette',
  password,
  source: '+4930123',
  ...more,
});
const lines: string[] = [];
// without times and process numbers, whose digits may be those of a phone number
const log = pino({ level: 'trace', base: null, timestamp: false }, { write: (line: string) => void lines.push(line) });

async function using<T>(more: Values, use: (sender: Sender) => Promise<T>, waits: Partial<Waits> = quick): Promise<T> {
  const sender = openSmpp(settings(more), { log }, undefined, waits);
  return use(sender).finally(() => sender.close());
}

test('a text arrives with addresses, alphabet and report request, and its ID comes back', async () => {
  const one = sms({ text: 'Brand in Haus B: 20 € [Ebene 2] ~ äöüß ÄÖÜ ^{}\\|_@' });
  const { externalId } = await using({}, (sender) => sender.send(one));
  const { id, part, at: _at, ...arrived } = smsc.taken[0]!;
  const expected = { from: '4930123', to: one.to, text: one.text, dataCoding: 0, wantsReceipt: true, validFor: null };
  assert.deepEqual(arrived, expected);
  assert.deepEqual([externalId, part, smsc.binds], [id, null, [{ command: 'bind_transceiver', status: 0 }]]);
  await using({ mode: 'separate' }, (sender) => sender.send(sms({ text: 'Übung 🚒' })));
  assert.partialDeepStrictEqual(smsc.taken[1], { text: 'Übung 🚒', dataCoding: 8 });
  assert.equal(smsc.binds.at(-1)!.command, 'bind_transmitter'); // without a receiver
});

test('submits a long text in the counted parts, with one reference on every attempt', async () => {
  for (const text of [`${'x'.repeat(152)}€${'y'.repeat(200)}`, 'Achtung 🚨 '.repeat(30)]) {
    smsc.taken.length = 0;
    const long = sms({ text });
    const { externalId, partIds } = await using({}, (sender) => sender.send(long));
    const { parts } = smsSize(text);
    assert.equal(smsc.taken.map((one) => one.text).join(''), text);
    assert.deepEqual(
      smsc.taken.map(({ part }) => part!.slice(1)),
      Array.from({ length: parts }, (_, n) => [parts, n + 1]),
    );
    assert.deepEqual(
      partIds,
      smsc.taken.map(({ id }) => id),
    );
    assert.equal(externalId, `${partIds![0]}+${parts - 1}`);
    await using({}, (sender) => sender.send(long));
    assert.equal(new Set(smsc.taken.map(({ part }) => part![0])).size, 1);
  }
});

test('every status has the meaning in the table', async () => {
  const table: [number, DeliveryError['kind'], string, boolean?][] = [
    [0x08, 'temporary', 'recipient_deferred'],
    [0x64, 'temporary', 'recipient_deferred'],
    [0x45, 'temporary', 'recipient_deferred'],
    [0x14, 'temporary', 'recipient_deferred'],
    [0x0b, 'permanent', 'address_invalid'],
    [0x50, 'permanent', 'address_invalid'],
    [0x51, 'permanent', 'address_invalid'],
    [0x01, 'permanent', 'message_too_large'],
    [0x65, 'permanent', 'message_rejected'],
    [0x66, 'permanent', 'message_rejected'],
    [0x61, 'permanent', 'message_rejected'],
    [0x48, 'channel', 'channel_misconfigured', true],
    [0x0a, 'channel', 'channel_misconfigured', true],
    [0x04, 'channel', 'channel_refused'],
    [0x0e, 'channel', 'channel_credentials', true],
    [0x58, 'channel', 'channel_limit'],
    [0x67, 'channel', 'channel_refused'], // by the table in the settings
    [0x442, 'permanent', 'message_rejected'],
    [0x499, 'temporary', 'recipient_deferred'],
  ];
  await using({ statusCodes: '0x67 channel; 1090=permanent' }, async (sender) => {
    for (const [status, kind, reason, broken = false] of table) {
      smsc.mood = () => ({ status });
      const error = await failure(sender.send(sms()));
      assert.deepEqual([status, error.kind, error.reason, error.broken], [status, kind, reason, broken]);
      assert.match(error.detail!, new RegExp(`0x${status.toString(16).padStart(2, '0')}$`));
    }
    smsc.mood = () => null;
    await sender.send(sms());
  });
  const noNumber = await using({}, (sender) => failure(sender.send(sms({ to: '0151 123' }))));
  assert.equal(noNumber.kind, 'permanent');
});

test('throttling shrinks the window and retries before it reports the delay', async () => {
  await using({ window: 8 }, async (sender) => {
    smsc.mood = (_one, before) => (before < 2 ? { status: 0x58 } : null);
    await sender.send(sms());
    assert.equal(smsc.taken.length, 1);
    smsc.mood = () => ({ status: 0x58 });
    const error = await failure(sender.send(sms()));
    assert.deepEqual([error.kind, error.reason, error.retryAfter], ['channel', 'channel_limit', 5]);
    smsc.mood = () => null;
    smsc.unanswered = 0;
    const { promise, resolve } = Promise.withResolvers<void>();
    smsc.before = () => promise;
    const sending = [1, 2, 3, 4].map(() => sender.send(sms()));
    await until(async () => smsc.unanswered > 0);
    resolve();
    await Promise.all(sending);
    assert.ok(smsc.unanswered < 4, 'the window was halved');
  });
});

test('while an SMSC refuses every text at every try, the next one is not repeated in place', async () => {
  await using({}, async (sender) => {
    const triesOfOne = async () => {
      let asked = 0;
      smsc.mood = () => {
        asked++;
        return { status: 0x14 };
      };
      await failure(sender.send(sms()));
      return asked;
    };
    assert.deepEqual([await triesOfOne(), await triesOfOne()], [3, 1]);
    smsc.mood = () => null;
    await sender.send(sms());
    assert.equal(await triesOfOne(), 3);
  });
});

test('a text without permission to begin leaves nothing behind', async () => {
  const begin = () => {
    throw new NotStarted();
  };
  await using({}, (sender) => assert.rejects(sender.send(sms({ begin })), NotStarted));
  assert.equal(smsc.taken.length, 0);
});

test('a missing response or cut link leaves the outcome unknown; the next text uses a new link', async () => {
  await using({}, async (sender) => {
    for (const mood of ['silence', 'cutBefore', 'cutAfter'] as const) {
      smsc.mood = () => mood;
      assert.equal((await failure(sender.send(sms()))).kind, 'unknown', mood);
      smsc.mood = () => null;
      await sender.send(sms());
    }
  });
  assert.equal(smsc.taken.length, 5); // it didn't accept the message before the cut
});

test('wrong credentials stop the channel, a refused bind does not; neither shows the password', async () => {
  const wrong = await using({ password: 'falsch' }, (sender) => failure(sender.send(sms())));
  assert.deepEqual([wrong.kind, wrong.reason, wrong.broken], ['channel', 'channel_credentials', true]);
  const stranger = await using({ systemId: 'fremd' }, (sender) => failure(sender.send(sms())));
  assert.equal(stranger.reason, 'channel_credentials');
  smsc.refuseBinds = 0x05;
  const bound = await using({}, (sender) => failure(sender.send(sms())));
  assert.deepEqual([bound.kind, bound.reason, bound.broken], ['channel', 'channel_refused', false]);
  for (const error of [wrong, stranger, bound])
    assert.ok(!/geheim|falsch/.test(JSON.stringify([error, error.detail, String(error.cause)])));
});

test('the first reachable of several SMSCs sends; with none the channel is in trouble', async () => {
  const gone = await startSmsc();
  await gone.stop();
  const first = `127.0.0.1:${gone.port}`;
  await using({ hosts: `${first}, 127.0.0.1:${smsc.port}` }, (sender) => sender.send(sms()));
  assert.equal(smsc.taken.length, 1);
  const error = await using({ hosts: first }, (sender) => failure(sender.send(sms())));
  assert.deepEqual([error.kind, error.reason], ['channel', 'channel_unreachable']);
  for (const hosts of ['', 'a:b:c', 'x:0', 'x:99999']) {
    assert.throws(() => openSmpp(settings({ hosts }), { log }), DeliveryError, hosts);
  }
  assert.throws(() => openSmpp(settings({ statusCodes: 'all fine' }), { log }), DeliveryError);
});

test('an SMSC without TLS gets no password if TLS is required', async () => {
  const error = await using({ secure: 'tls' }, (sender) => failure(sender.send(sms())));
  assert.equal(error.kind, 'channel');
  assert.equal(smsc.binds.length, 0);
});

test('an untrusted TLS certificate stops the channel', async () => {
  const { key, cert } = testCertificate();
  const secure = await startSmsc({ tls: { key: String(key), cert: String(cert) } });
  const settled = { hosts: `127.0.0.1:${secure.port}`, secure: 'tls' };
  const error = await using(settled, (sender) => failure(sender.send(sms())));
  assert.deepEqual([error.kind, error.reason, error.broken], ['channel', 'channel_tls', true]);
  assert.equal(secure.binds.length, 0);
  await using({ ...settled, verify: false }, (sender) => sender.send(sms()));
  assert.equal(secure.taken.length, 1);
  await secure.stop();
});

/** Reported troubles, and whether they prevent sending. */
const troubles: [reason: string | null, alsoSends: boolean | undefined][] = [];

/** A receiving channel and its received messages. */
async function hearing<T>(
  more: Values,
  use: (sender: Sender, heard: Omit<Received, 'response'>[]) => Promise<T>,
  store: () => Promise<void> = async () => {},
): Promise<T> {
  const heard: Omit<Received, 'response'>[] = [];
  const take = async (received: Omit<Received, 'response'>) => {
    await store();
    heard.push(received);
  };
  await until(async () => smsc.bound() === 0); // those of the test before
  const hear = Object.assign(take, {
    trouble: (reason: string | null, alsoSends?: boolean) => void troubles.push([reason, alsoSends]),
  });
  const sender = openSmpp(settings(more), { log }, hear, { ...quick, enquire: 50 });
  try {
    await until(async () => smsc.bound() > 0);
    return await use(sender, heard);
  } finally {
    await sender.close();
  }
}

test('reads reports in both forms and both notations of IDs; accepts and ignores foreign ones', async () => {
  await hearing({}, async (_sender, heard) => {
    const told = async (id: string, stat: string, form?: 'tlv') => {
      assert.deepEqual(await smsc.report(id, stat, form), [0]);
      return heard.at(-1)!.receipts[0];
    };
    assert.deepEqual(await told('a-1', 'DELIVRD'), { externalId: 'a-1', status: 'delivered' });
    assert.deepEqual(await told('a_1', 'DELIVRD', 'tlv'), { externalId: 'a_1', status: 'delivered' });
    assert.deepEqual(await told('2', 'ACCEPTD'), { externalId: '2', status: 'sent' });
    assert.deepEqual(await told('3', 'UNDELIV'), { externalId: '3', status: 'failed' });
    assert.deepEqual(await told('4', 'REJECTD', 'tlv'), {
      externalId: '4',
      status: 'failed',
      reason: 'message_rejected',
    });
    assert.deepEqual(await told('5', 'EXPIRED'), { externalId: '5', status: 'expired' });
    assert.deepEqual(await told('6', 'UNKNOWN'), { externalId: '6', status: 'sent' });
    assert.deepEqual(await told('7', 'JIPPIE'), { externalId: '7', status: 'sent' });
    const before = heard.length;
    assert.deepEqual(await smsc.deliver({ esm_class: 4, short_message: Buffer.from([0xff, 0]) }), [0]);
    assert.equal(heard.length, before);
  });
  smsc.written = (id) => id.toUpperCase();
  await hearing({ idForm: 'hexDecimal' }, async (sender, heard) => {
    smsc.written = () => '00FF';
    assert.equal((await sender.send(sms())).externalId, '255');
    await smsc.report('0000000255', 'DELIVRD');
    assert.equal(heard.at(-1)!.receipts[0]!.externalId, '255');
    await smsc.report('00FF', 'DELIVRD', 'tlv');
    assert.equal(heard.at(-1)!.receipts[0]!.externalId, '255');
  });
});

test('reads texts of people in every alphabet, with their position in multipart messages', async () => {
  await hearing({}, async (_sender, heard) => {
    const piece = async (text: string | Buffer, more: Record<string, number> = {}) => {
      const short = typeof text === 'string' ? {} : { short_message: text };
      await smsc.write('+4915112345678', String(text), { ...more, ...short });
      return heard.at(-1)!.pieces![0];
    };
    const from = '+4915112345678';
    assert.deepEqual(await piece('Ja, 20 min 👍'), { from, text: 'Ja, 20 min 👍' });
    assert.deepEqual(await piece(Buffer.from([0x4a, 0x61, 0x20, 0x1b, 0x65, 0x7e]), { data_coding: 0 }), {
      from,
      text: 'Ja €ü',
    });
    assert.deepEqual(await piece(Buffer.from('Grüße', 'latin1'), { data_coding: 3 }), { from, text: 'Grüße' });
    const joined = Buffer.concat([Buffer.from([5, 0, 3, 77, 2, 1]), Buffer.from('Ja')]);
    const part = { reference: 77, number: 1, total: 2 };
    assert.deepEqual(await piece(joined, { data_coding: 0, esm_class: 0x40 }), { from, text: 'Ja', part });
    const wide = Buffer.concat([Buffer.from([6, 8, 4, 1, 0, 2, 2]), Buffer.from('!')]);
    assert.deepEqual((await piece(wide, { data_coding: 0, esm_class: 0x40 }))!.part, {
      reference: 256,
      number: 2,
      total: 2,
    });
    assert.deepEqual(await piece('kein Bericht', { receipted_message_id: '1' } as never), {
      from,
      text: 'kein Bericht',
    });
    const sar = { sar_msg_ref_num: 9, sar_total_segments: 3, sar_segment_seqnum: 2 };
    assert.deepEqual((await piece('x', sar))!.part, { reference: 9, number: 2, total: 3 });
  });
});

test('confirms an incoming message to the SMSC only after it is on disk', async () => {
  let broken = true;
  const disk = async () => {
    if (broken) throw new Error('no disk');
  };
  await hearing(
    {},
    async (_sender, heard) => {
      assert.deepEqual(await smsc.report('1', 'DELIVRD'), [0x64]);
      broken = false;
      assert.deepEqual(await smsc.report('1', 'DELIVRD'), [0]);
      assert.equal(heard.length, 1);
    },
    disk,
  );
});

test('rebinds a cut or silent link, repeatedly', async () => {
  await hearing({ mode: 'separate' }, async (sender) => {
    const first = smsc.binds.length;
    smsc.cut();
    await until(async () => smsc.binds.length >= first + 2 && smsc.bound() > 0);
    await until(() => sender.send(sms()).catch(() => null));
    const second = smsc.binds.length;
    smsc.dead = true;
    await until(async () => smsc.binds.length >= second + 2);
    smsc.dead = false;
    smsc.refuseBinds = 0x0e;
    smsc.cut();
    await until(async () => troubles.at(-1)?.[0] === 'channel_credentials');
    smsc.refuseBinds = null;
    await until(async () => troubles.at(-1)?.[0] === null);
    assert.ok(troubles.every(([, alsoSends]) => alsoSends));
    await until(async () => smsc.bound() > 0);
    assert.deepEqual(new Set(smsc.binds.map(({ command }) => command)), new Set(['bind_transmitter', 'bind_receiver']));
  });
  await until(async () => smsc.bound() === 0);
});

test('the log contains no number, no text and no secret', () => {
  assert.ok(lines.length > 0);
  assert.ok(!/4915\d{4}|Bitte|Ja,|geheim|falsch/.test(lines.join('')), lines.join(''));
});

test('does not keep retrying a rejected password; a later accepted text opens both directions', async () => {
  smsc.refuseBinds = 0x0e;
  await until(async () => smsc.bound() === 0);
  let refused = false;
  const trouble = (reason: string | null) => {
    refused = reason !== null;
  };
  const hear = Object.assign(async () => {}, { trouble });
  const sender = openSmpp(settings(), { log }, hear, { ...quick, again: [20, 60_000] });
  try {
    await until(async () => refused && smsc.binds.length === 1);
    await assert.rejects(sender.send(sms()), DeliveryError);
    await sleep(400);
    assert.equal(smsc.binds.length, 2, 'one to hear, one to send');
    smsc.refuseBinds = null;
    await sender.send(sms());
    await sender.send(sms());
    assert.equal(smsc.binds.length, 3);
  } finally {
    await sender.close();
  }
});

test('warns of more parts than can be numbered before sending, and submits none', async () => {
  const text = (parts: number) => 'x'.repeat(153 * parts);
  const [most, more] = [sms({ text: text(255) }), sms({ text: text(256) })];
  assert.equal(adapter.arrives(most).losses, undefined);
  assert.deepEqual(adapter.arrives(more).losses, [{ kind: 'too_long' }]);
  const refused = await using({}, (sender) => failure(sender.send(more)));
  assert.deepEqual([refused.kind, refused.reason, smsc.taken.length], ['permanent', 'message_too_large', 0]);
  await using({ window: 100 }, (sender) => sender.send(most));
  assert.deepEqual(smsc.taken.at(-1)!.part!.slice(1), [255, 255]);
});
