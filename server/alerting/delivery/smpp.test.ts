import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import fc from 'fast-check';
import type { PduFields } from 'smpp';
import type { Db } from '#server/platform/database/connect.ts';
import { createRecipients } from '#testing/deliveries.ts';
import { type FakeSmsc, type Submitted, startSmsc } from '#testing/fakes/smsc.ts';
import { startTestServer, type TestServer } from '#testing/server.ts';
import { answersTo, askByMobile, createProviderChannel } from '#testing/sms-provider.ts';
import { until } from '#testing/until.ts';
import { runs } from '../../../scripts/in-full.ts';
import { startDelivering } from './start.ts';

// Over the network, with a simulated SMSC.
let server: TestServer;
let smsc: FakeSmsc;
let settings: Record<string, unknown>;
let channelId: number;
let db: Db;
before(async () => {
  server = await startTestServer();
  smsc = await startSmsc();
  db = server.app.db;
  settings = {
    provider: 'smpp',
    hosts: `127.0.0.1:${smsc.port}`,
    secure: 'none',
    systemId: 'meldekette',
    password: 'geheim',
  };
  channelId = (await createProviderChannel(server, settings, ['geheim'])).id;
  await until(async () => smsc.bound() === 1);
});
after(async () => {
  await server.stop();
  await smsc.stop();
});

let numbers = 0;
const number = () => `+4915170${String(++numbers).padStart(6, '0')}`;
const partsTo = (to: string): Submitted[] => smsc.taken.filter((one) => one.to === to);
const long = 'Bitte kommen Sie sofort in die Notaufnahme. '.repeat(9); // three parts
const statusOf = async (recipientId: number) => {
  const row = await db
    .selectFrom('messageRecipients')
    .select(['status', 'externalId'])
    .where('id', '=', recipientId)
    .executeTakeFirstOrThrow();
  return row.status;
};
async function sendTo(to: string, content = long): Promise<number> {
  const { recipients } = await createRecipients(db, { count: 1, channelId, content, address: () => to });
  return recipients[0]!.id;
}

/** Parts' outcomes, the message's, and whether reports come early. */
const fates = ['DELIVRD', 'ACCEPTD', 'UNDELIV', 'EXPIRED', 'none'] as const;
const world = fc.record({
  parts: fc.tuple(...([1, 2, 3].map(() => fc.constantFrom(...fates)) as [fc.Arbitrary<(typeof fates)[number]>])),
  early: fc.boolean(),
  order: fc.shuffledSubarray([0, 1, 2, 0, 1, 2], { minLength: 6 }),
});

test('a multipart text is delivered with all parts, failed with one, in any order of reports', async () => {
  await fc.assert(
    fc.asyncProperty(world, async ({ parts, early, order }) => {
      const to = number();
      const report = async (at: number) => {
        const id = partsTo(to)[at]?.id;
        if (id && parts[at] && parts[at] !== 'none') assert.deepEqual(await smsc.report(id, parts[at]), [0]);
      };
      smsc.before = async (submitted) => {
        if (early && submitted.to === to) await report(partsTo(to).length - 1);
      };
      const id = await sendTo(to);
      await until(async () => (await statusOf(id)) !== 'queued' && (await statusOf(id)) !== 'sending');
      assert.equal(partsTo(to).length, 3);
      for (const at of order) await report(at);
      await until(async () => !(await db.selectFrom('receipts').select('id').executeTakeFirst()));
      const bad = parts.flatMap((part) => (part === 'UNDELIV' ? ['failed'] : part === 'EXPIRED' ? ['expired'] : []));
      const good = parts.every((part) => part === 'DELIVRD') ? ['delivered'] : ['sent'];
      const status = await statusOf(id);
      assert.ok((bad.length ? bad : good).includes(status), `${status} of ${parts.join()}`);
    }),
    { numRuns: runs(12) },
  );
  smsc.before = async () => {};
});

async function ask(): Promise<{ reportId: number; to: string }> {
  const to = number();
  const reportId = await askByMobile(server, channelId, to);
  await until(async () => partsTo(to).length > 0);
  return { reportId, to };
}
const answered = (reportId: number, count: number) => answersTo(db, reportId, count);

test('a reply is an answer; the same text again after another one is a new answer', async () => {
  const { reportId, to } = await ask();
  for (const text of ['1', '2', '1']) assert.deepEqual(await smsc.write(to, text), [0]);
  const answers = await answered(reportId, 3);
  assert.deepEqual(
    answers.map(({ kind, source }) => [kind, source]),
    ['POSITIVE', 'NEGATIVE', 'POSITIVE'].map((kind) => [kind, 'sms']),
  );
});

test('joins a multipart reply in any order, and repeated parts make one reply', async () => {
  const { reportId, to } = await ask();
  const words = ['JA, ich komme in 25 min ', 'und bringe den Schlüssel ', 'vom Lager mit'];
  const bring = (at: number) => {
    const octets = Buffer.from(words[at]!, 'utf16le').swap16();
    const short_message = Buffer.concat([Buffer.from([5, 0, 3, 200, 3, at + 1]), octets]);
    return smsc.write(to, '', { esm_class: 0x40, short_message });
  };
  for (const at of [2, 0, 0, 1, 2]) assert.deepEqual(await bring(at), [0]);
  const [answer, ...more] = await answered(reportId, 1);
  const text = words.join('');
  assert.deepEqual([answer, more], [{ kind: 'POSITIVE', minutes: 25, text, source: 'sms' }, []]);
  const pieces = db.selectFrom('replyPieces').select('id').where('fromAddress', '=', to);
  const aged = { receivedAt: new Date(Date.now() - 120_000) };
  await db.updateTable('replyPieces').set(aged).where('fromAddress', '=', to).execute();
  assert.deepEqual(await bring(2), [0]);
  assert.deepEqual(await pieces.where('joinedAt', 'is', null).execute(), [], 'a part again after two minutes');
});

test('parts that never become complete still make a reply', async () => {
  const { reportId, to } = await ask();
  const octets = Buffer.from('2 bin krank', 'utf16le').swap16();
  await smsc.write(to, '', {
    esm_class: 0x40,
    short_message: Buffer.concat([Buffer.from([5, 0, 3, 9, 2, 1]), octets]),
  });
  await db
    .updateTable('replyPieces')
    .set({ receivedAt: new Date(Date.now() - 61_000) })
    .where('joinedAt', 'is', null)
    .execute();
  assert.partialDeepStrictEqual(await answered(reportId, 1), [{ kind: 'NEGATIVE', text: '2 bin krank […]' }]);
});

test('parts without the first one and packed septets choose nothing, and parts of two people stay apart', async () => {
  const part = (reference: number, at: number, text: string): PduFields => ({
    esm_class: 0x40,
    data_coding: 0,
    short_message: Buffer.concat([Buffer.from([5, 0, 3, reference, 2, at]), Buffer.from(text)]),
  });
  const late = async () => {
    const aged = { receivedAt: new Date(Date.now() - 61_000) };
    await db.updateTable('replyPieces').set(aged).where('joinedAt', 'is', null).execute();
  };
  const cases: [text: string, pdus: PduFields[]][] = [
    ['[…] 2 Kollegen mit', [part(31, 2, '2 Kollegen mit')]],
    ['\ufffd10', [{ data_coding: 0, short_message: Buffer.from([0x31, 0x18]) }]],
    ['\ufffd1 20', [{ data_coding: 3, short_message: Buffer.from([0x31, 0x90, 0x0c, 0x06]) }]],
  ];
  for (const [text, pdus] of cases) {
    const { reportId, to } = await ask();
    for (const pdu of pdus) assert.deepEqual(await smsc.write(to, '', pdu), [0]);
    await late();
    assert.partialDeepStrictEqual(await answered(reportId, 1), [{ kind: null, text }]);
  }
  // two people's parts under one reference, in turns
  const asked = [await ask(), await ask()];
  const words = ['1 komme gleich, ', '2 bin krank, '];
  for (const at of [2, 1])
    for (const [person, { to }] of asked.entries())
      await smsc.write(to, '', part(32, at, at === 1 ? words[person]! : `Danke ${person}`));
  for (const [person, { reportId }] of asked.entries())
    assert.partialDeepStrictEqual(await answered(reportId, 1), [{ kind: ['POSITIVE', 'NEGATIVE'][person] }]);
});

test('two processes that receive the same reports and replies reach one state and one answer', async () => {
  const other = await startDelivering(server.app);
  try {
    await until(async () => smsc.bound() === 2);
    const { reportId, to } = await ask();
    const [submitted] = partsTo(to);
    const octets = Buffer.from('1 in 10', 'utf16le').swap16();
    const fields = {
      source_addr_ton: 1,
      source_addr: to.slice(1),
      destination_addr: '4930',
      data_coding: 8,
      short_message: octets,
    };
    assert.deepEqual(await smsc.deliver(fields, true), [0, 0]);
    const told = `id:${submitted!.id} sub:001 dlvrd:001 stat:DELIVRD err:000 text:`;
    assert.deepEqual(await smsc.deliver({ esm_class: 4, short_message: Buffer.from(told) }, true), [0, 0]);
    await answered(reportId, 1);
    await until(async () => {
      const row = await db
        .selectFrom('messageRecipients')
        .select('status')
        .where('reportId', '=', reportId)
        .executeTakeFirst();
      return partsTo(to).length > 1 || row?.status === 'delivered';
    });
    await until(
      async () => !(await db.selectFrom('replies').select('id').where('sortedAt', 'is', null).executeTakeFirst()),
    );
    assert.equal((await answered(reportId, 1)).length, 1);
    const kept = await db.selectFrom('replies').select('text').where('fromAddress', '=', to).execute();
    assert.deepEqual(kept, [{ text: '1 in 10' }]);
  } finally {
    await other.stop();
  }
});

test('a link cut between submit and response causes one retry, marked as possibly doubled', async () => {
  const to = number();
  smsc.mood = (submitted) => (submitted.to === to && partsTo(to).length === 0 ? 'cutAfter' : null);
  const id = await sendTo(to, 'kurz');
  const row = await until(async () => {
    const found = await db
      .selectFrom('messageRecipients')
      .select(['status', 'maybeDuplicate', 'statusReason'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return found.status === 'retrying' && found;
  });
  assert.deepEqual(row, { status: 'retrying', maybeDuplicate: true, statusReason: 'outcome_unknown' });
  smsc.mood = () => null;
  await db.updateTable('messageRecipients').set({ tryAt: new Date() }).where('id', '=', id).execute();
  await until(async () => (await statusOf(id)) === 'sent');
  assert.equal(partsTo(to).length, 2);
});

test('settings changed during a send apply afterwards, and no person gets it twice', async () => {
  const [to, next] = [number(), number()];
  const answering = Promise.withResolvers<void>();
  smsc.before = async (submitted) => (submitted.to === to ? answering.promise : undefined);
  const id = await sendTo(to, 'kurz');
  await until(async () => partsTo(to).length === 1);
  const administrator = await server.as('administrator');
  const bound = smsc.bound();
  await administrator.run('mutation ($input: UpdateChannelInput!) { updateChannel(input: $input) { id } }', {
    input: { id: String(channelId), settings: { ...settings, window: 7 } },
  });
  await until(async () => smsc.bound() > bound);
  const later = await sendTo(next, 'kurz');
  await until(async () => (await statusOf(later)) === 'sent');
  answering.resolve();
  const row = await until(async () => {
    const found = await db
      .selectFrom('messageRecipients')
      .select(['status', 'maybeDuplicate'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return found.status !== 'sending' && found;
  });
  assert.deepEqual(row, { status: 'sent', maybeDuplicate: false });
  assert.equal(partsTo(to).length, 1);
  smsc.before = async () => {};
  await until(async () => smsc.bound() === bound);
});

test('reports an unreachable SMSC with reason and time before sending, and its return', async () => {
  const away = await startSmsc();
  await away.stop();
  const administrator = await server.as('administrator');
  const { id } = await createProviderChannel(server, { ...settings, hosts: `127.0.0.1:${away.port}` }, ['geheim']);
  const read = 'query ($id: ID!) { channel(id: $id) { trouble troubleAt hearingTrouble lastFailureAt } }';
  const health = async () => (await administrator.run(read, { id })).channel;
  const broken = await until(async () => {
    const found = await health();
    return found.trouble && found;
  });
  const { troubleAt, ...rest } = broken;
  assert.deepEqual(rest, { trouble: 'channel_unreachable', hearingTrouble: null, lastFailureAt: null });
  assert.ok(Date.parse(troubleAt) <= Date.now());
  const back = await startSmsc({ port: away.port });
  try {
    await until(async () => (await health()).trouble === null);
    assert.deepEqual(await health(), { ...rest, trouble: null, troubleAt: null });
    back.refuseBinds = 0x05; // another session of ours is bound there, and sends
    back.cut();
    await until(async () => (await health()).hearingTrouble === 'channel_refused');
    assert.equal((await health()).trouble, null);
  } finally {
    await administrator.run('mutation ($id: ID!) { updateChannel(input: { id: $id, isActive: false }) { id } }', {
      id,
    });
    await back.stop();
  }
});

test('reports in other forms fail their message, and texts with wrong marks answer', async () => {
  const forms: ((id: string) => PduFields)[] = [
    (id) => ({ short_message: Buffer.from(`msgid:${id} stat:UNDELIV`) }),
    (id) => ({ short_message: Buffer.from(`id:${id}sub:001dlvrd:000stat:UNDELIV`) }),
    (id) => ({ short_message: Buffer.from(`{"id":"${id.toUpperCase()}","stat":"UNDELIV"}`) }),
    (id) => ({ short_message: Buffer.from(`id:${id}@smsc1|stat:EXPIRED`) }),
    (id) => ({ short_message: Buffer.from(`id:${id} stat:REJECTD`, 'utf16le').swap16(), data_coding: 0 }),
    (id) => ({ short_message: Buffer.alloc(0), message_payload: Buffer.from(`<id>${id}</id><stat>UNDELIV</stat>`) }),
  ];
  for (const form of forms) {
    const to = number();
    const id = await sendTo(to, 'Bitte kommen Sie.');
    const submitted = await until(async () => partsTo(to)[0]);
    await until(async () => (await statusOf(id)) === 'sent');
    const fields = { source_addr: '4915100', destination_addr: '4930123', esm_class: 4, ...form(submitted.id) };
    assert.deepEqual(await smsc.deliver(fields), [0]);
    await until(async () => ['failed', 'expired'].includes(await statusOf(id)));
  }
  const wide = (text: string) => Buffer.from(text, 'utf16le').swap16();
  const texts: PduFields[][] = [
    [{ data_coding: 0, short_message: wide('1 in 20 min') }],
    [{ data_coding: 4, short_message: wide('1 in 20 min') }],
    [{ data_coding: 8, short_message: Buffer.from('1 in 20 min') }],
    [{ data_coding: 8, short_message: Buffer.from('1 in 20 min', 'utf16le') }],
    [{ data_coding: 3, short_message: Buffer.from('1 in 20 min\0') }],
    [{ data_coding: 0, esm_class: 0x40, short_message: Buffer.from('1 in 20 min') }],
    // unmarked headers in the wrong order
    [2, 1].map((part) => ({
      data_coding: 0,
      short_message: Buffer.concat([Buffer.from([5, 0, 3, 77, 2, part]), Buffer.from(part === 1 ? '1 in ' : '20 min')]),
    })),
  ];
  for (const pdus of texts) {
    const { reportId, to } = await ask();
    for (const more of pdus) assert.deepEqual(await smsc.write(to, '', more), [0]);
    assert.partialDeepStrictEqual(await answered(reportId, 1), [{ kind: 'POSITIVE', minutes: 20, source: 'sms' }]);
  }
  const { reportId, to } = await ask();
  await smsc.write(`+00${to.slice(1)}`, '', {
    source_addr: `00${to.slice(1)}`,
    data_coding: 0,
    short_message: Buffer.from('2'),
  });
  assert.partialDeepStrictEqual(await answered(reportId, 1), [{ kind: 'NEGATIVE' }]);
});
