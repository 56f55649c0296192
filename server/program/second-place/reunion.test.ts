import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { releaseInstallation } from '#server/administration/installation/release.ts';
import { readLife, type SignedLife } from '#server/administration/second-place/life.ts';
import { askOtherPlace } from '#server/administration/second-place/other-place.ts';
import { findHold } from '#server/platform/installation/held.ts';
import { createLog } from '#server/platform/log.ts';
import { deriveSecrets } from '#server/platform/secrets.ts';
import { copied, onServer } from '#testing/copied-database.ts';
import { createMailChannel, createRecipients } from '#testing/deliveries.ts';
import { createUser } from '#testing/factories.ts';
import { startTestServer, type TestServer } from '#testing/server.ts';
import { type ReleaseOrder, recordRelease } from './decide.ts';

let first: TestServer;
let second: TestServer;
let url: string;
let dir: string;
const asOf = new Date();
before(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), 'meldekette-reunion-'));
  first = await startTestServer({ ROLES: 'web' });
  url = await copied(first.app.config.DATABASE_URL!);
  second = await startTestServer({ ROLES: 'web', DATABASE_URL: url });
});
after(async () => {
  await second?.stop();
  await first?.stop();
  if (url) await onServer(url, (client, name) => client.query(`drop database ${name} with (force)`));
  await rm(dir, { recursive: true, force: true });
});

const order: ReleaseOrder = {
  name: 'Erika Beispiel',
  userId: null,
  releaseCodeId: null,
  recoveryCodeId: null,
  totpStep: null,
  at: new Date(),
  discardBefore: null,
  asOf,
};

const ask = ({ app }: TestServer, other: TestServer) =>
  askOtherPlace({ ...app, config: { ...app.config, OTHER_PLACE_URL: other.url } })();
const statement = async ({ url: at }: TestServer) => {
  const response = await fetch(`${at}/api/life`);
  return { status: response.status, body: (await response.json()) as SignedLife };
};
const held = async ({ app: { db } }: TestServer) => (await findHold(db))?.why ?? null;

test('an order is void if the promotion replayed that the right or the code is gone, or if nothing was promoted', async () => {
  const { db } = second.app;
  const before = await sql`select * from installation`.execute(db);
  const { id: userId } = await createUser(db, { roles: ['administrator'] });
  const { rows } = await sql<{ id: number }>`
    insert into release_codes (code_hash, revoked_at, used_at)
    values ('\\x01', now(), null), ('\\x02', null, now()) returning id`.execute(db);
  for (const changes of [{ userId }, ...rows.map(({ id: releaseCodeId }) => ({ releaseCodeId }))])
    assert.equal(await recordRelease(second.app, { ...order, ...changes }), null);
  assert.deepEqual((await sql`select * from installation`.execute(db)).rows, before.rows, 'it changes nothing');
  await sql`
    update installation set timeline = substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8)`.execute(db);
  assert.equal(await recordRelease(second.app, order), null, 'it already lives on this timeline');
  await sql`update installation set timeline = null`.execute(db);
});

test('a release is recorded once, also by several nodes, and states a signed newer life', async () => {
  assert.equal((await statement(second)).status, 404);
  const orders = ['Erika Beispiel', 'Otto Beispiel'].map((name) => recordRelease(second.app, { ...order, name }));
  const [one, other] = await Promise.all(orders);
  assert.deepEqual([one!.isOwn, other!.isOwn].toSorted(), [false, true]);
  assert.equal(one!.by, other!.by, 'both are told the same name');
  const { status, body } = await statement(second);
  assert.equal(status, 200);
  const { seal } = first.app.secrets;
  const life = readLife(seal, body);
  assert.equal(life?.asOf.getTime(), asOf.getTime());
  assert.equal(readLife(deriveSecrets('another key of another house').seal, body), null);
  assert.equal(readLife(seal, { ...body, text: body.text.replace('life 1', 'life 2') }), null);
  for (const wrong of [null, '', [], { text: 'x', signature: 'y' }, { text: 'x'.repeat(1_000), signature: '' }])
    assert.equal(readLife(seal, wrong), null);
});

test('the first place finds the newer life, holds itself and shows what it did since the cut', async () => {
  const { db } = first.app;
  const { messageId } = await createRecipients(db, { count: 2, title: 'Nach dem Schnitt' });
  for (const status of ['sending', 'sent'])
    await sql`
      update message_recipients set status = ${status}, sent_at = clock_timestamp() where message_id = ${messageId}`.execute(
      db,
    );
  const open = await createRecipients(db, { count: 3, title: 'In der Hand' });
  const [underWay, unknown] = open.recipients.map(({ id }) => id);
  await sql`
    update message_recipients set claimed_at = clock_timestamp(), untold = (id = ${unknown}),
      status = case id when ${underWay} then 'sending' else 'queued' end
    where id in (${underWay}, ${unknown})`.execute(db);
  await ask(second, first);
  assert.equal(await held(second), null, 'a place that was never released states nothing');
  await ask(first, second);
  assert.equal(await held(first), 'newer_life');
  const owner = await first.client((await createUser(db, { roles: ['system_owner'] })).id);
  const { doneSinceCut, installationHold } = await owner.run(
    '{ installationHold { why newerLifeAsOf } doneSinceCut { messages { title recipients } answers } }',
  );
  assert.equal(new Date(installationHold.newerLifeAsOf).getTime(), asOf.getTime());
  assert.deepEqual(doneSinceCut, {
    messages: [
      { title: 'Nach dem Schnitt', recipients: 2 },
      { title: 'In der Hand', recipients: 2 },
    ],
    answers: 0,
  });
  const { id: former } = await db.selectFrom('installation').select('id').executeTakeFirstOrThrow();
  assert.equal(await releaseInstallation(first.app, { discardBefore: null, by: null }), true);
  const own = readLife(first.app.secrets.seal, (await statement(first)).body);
  assert.deepEqual(own?.formers, [former], 'a decision in the banner is stated too, as after a promotion by hand');
  await ask(first, second);
  assert.equal(await held(first), null, 'a decision of an owner counts');
});

test('the statement can also be given as a file', async () => {
  const file = path.join(dir, 'life.json');
  await writeFile(file, JSON.stringify((await statement(second)).body));
  const life = readLife(first.app.secrets.seal, (await statement(second)).body)!;
  await sql`update installation set id = ${life.formers[0]}::uuid`.execute(first.app.db);
  const { DATABASE_URL, SECRET_KEY } = first.app.config;
  const recover = (name: string) =>
    promisify(execFile)(process.execPath, ['server/program/recover.ts', 'newer-life', name], {
      env: { ...process.env, DATABASE_URL, SECRET_KEY, DATA_DIR: dir, INIT_CWD: dir },
    });
  await assert.rejects(recover('none.json'), /no statement of the other place/);
  assert.match((await recover('life.json')).stdout, /no longer sends anything/);
  assert.equal(await held(first), 'newer_life');
  await assert.rejects(recover('life.json'), /Nothing to hold/);
});

test('an answer that is too long is read no further', async () => {
  const endless = createServer((_request, response) => {
    const write = () => {
      while (!response.destroyed && response.write('x'.repeat(1_000)));
    };
    response.on('drain', write);
    write();
  });
  endless.listen(0, '127.0.0.1');
  await once(endless, 'listening');
  const { port } = endless.address() as AddressInfo;
  const results: unknown[] = [];
  const log = Object.assign(createLog('silent'), {
    info: (line: Record<string, unknown>) => void results.push(line['result']),
  });
  try {
    const config = { ...first.app.config, OTHER_PLACE_URL: `http://127.0.0.1:${port}` };
    await askOtherPlace({ ...first.app, config, log })();
    assert.deepEqual(results, ['unreadable']);
  } finally {
    endless.closeAllConnections();
    endless.close();
  }
});

test('a release leaves the channels of the former place on if no other could alarm people', async () => {
  const { db } = second.app;
  const own = await createMailChannel(db, 25);
  const release = async () => {
    await sql`update installation set place = 'first', released_timeline = null`.execute(db);
    assert.equal((await recordRelease(second.app, order))?.isOwn, true);
    const { rows } = await sql<{ usedAt: string; on: boolean }>`
      select used_at, bool_or(is_active) as on from channels group by used_at order by used_at`.execute(db);
    return rows;
  };
  await sql`update channels set used_at = 'first', is_active = true`.execute(db);
  assert.deepEqual(await release(), [{ usedAt: 'first', on: true }]);
  await sql`
    update channels set used_at = case id when ${own} then 'second' else 'first' end, is_active = id <> ${own}`.execute(
    db,
  );
  assert.deepEqual(await release(), [
    { usedAt: 'first', on: false },
    { usedAt: 'second', on: true },
  ]);
});
