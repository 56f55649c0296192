import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { releaseInstallation } from '#server/administration/installation/release.ts';
import { readLife, type SignedLife } from '#server/administration/second-place/life.ts';
import { askOtherPlace } from '#server/administration/second-place/other-place.ts';
import { findHold } from '#server/platform/installation/held.ts';
import { deriveSecrets } from '#server/platform/secrets.ts';
import { copied, onServer } from '#testing/copied-database.ts';
import { createRecipients } from '#testing/deliveries.ts';
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
  await ask(second, first);
  assert.equal(await held(second), null, 'a place that was never released states nothing');
  await ask(first, second);
  assert.equal(await held(first), 'newer_life');
  const owner = await first.client((await createUser(db, { roles: ['system_owner'] })).id);
  const { doneSinceCut, installationHold } = await owner.run(
    '{ installationHold { why newerLifeAsOf } doneSinceCut { messages { title recipients } answers } }',
  );
  assert.equal(new Date(installationHold.newerLifeAsOf).getTime(), asOf.getTime());
  assert.deepEqual(doneSinceCut, { messages: [{ title: 'Nach dem Schnitt', recipients: 2 }], answers: 0 });
  assert.equal(await releaseInstallation(first.app, { discardBefore: null, by: null }), true);
  await ask(first, second);
  assert.equal(await held(first), null, 'a decision of an owner counts');
});

test('the statement can also be given as a file', async () => {
  const file = path.join(dir, 'life.json');
  await writeFile(file, JSON.stringify((await statement(second)).body));
  const life = readLife(first.app.secrets.seal, (await statement(second)).body)!;
  await sql`update installation set id = ${life.former}::uuid`.execute(first.app.db);
  const { DATABASE_URL, SECRET_KEY } = first.app.config;
  const recover = (name: string) =>
    promisify(execFile)(process.execPath, ['server/program/recover.ts', 'newer-life', name], {
      env: { ...process.env, DATABASE_URL, SECRET_KEY, DATA_DIR: dir, INIT_CWD: dir },
    });
  await assert.rejects(recover('none.json'), /no statement of the other place/);
  assert.match((await recover('life.json')).stdout, /sends nothing any more/);
  assert.equal(await held(first), 'newer_life');
  await assert.rejects(recover('life.json'), /Nothing to hold/);
});
