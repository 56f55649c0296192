import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import Fastify from 'fastify';
import { Registry } from 'prom-client';
import { createHttp } from '#server/program/app.ts';
import { failingDb, onOtherDatabase, withKeptLog } from '#testing/faults.ts';
import { startTestServer, type TestServer } from '#testing/server.ts';
import { named } from './download.ts';

let server: TestServer;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
});
after(() => server.stop());

async function createUpload(rows: number): Promise<number> {
  const { db } = server.app;
  const { id } = await db
    .insertInto('uploads')
    .values({ status: 'applied', fileName: 'x.csv', columns: '[]' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const values = Array.from({ length: rows }, (_, at) => ({
    uploadId: id,
    line: at + 2,
    outcome: 'created',
    name: `Zeile ${at}`,
  }));
  await db.insertInto('uploadRows').values(values).execute();
  return id;
}

test('a file that fails halfway never looks complete, and the log has the failure once', async () => {
  const path = `/api/v2/uploads/${await createUpload(1200)}/report.csv`;
  const { token } = await server.as('administrator', 'contact_manager');
  const failing = failingDb(server.app.db);
  const kept = withKeptLog(onOtherDatabase(server.app, failing.db));
  const http = await createHttp(kept.app, { registry: new Registry() });
  const address = await http.listen({ port: 0, host: '127.0.0.1' });
  const load = async () => {
    const response = await fetch(address + path, { headers: { authorization: `Bearer ${token}` } });
    return { status: response.status, text: await response.text().catch(() => null) };
  };
  const whole = await load();
  assert.equal(whole.text!.split('\r\n').length, 1202);
  const outcomes = [];
  for (let statements = 0; outcomes.at(-1)?.text !== whole.text; statements++) {
    failing.failAfter(statements, new Error('planted'));
    kept.lines();
    outcomes.push(await load());
    const failures = kept.lines().filter((line) => /request_failed|planted|"level":50/.test(line));
    assert.equal(failures.length, failing.hasFailed() ? 1 : 0, failures.join());
    assert.doesNotMatch(failures.join(), /planted/);
  }
  failing.failAfter(Number.POSITIVE_INFINITY, null);
  await http.close();
  const ends = outcomes.map(({ status, text }) => `${status} ${text === null ? 'cut' : text.slice(0, 12)}`);
  assert.deepEqual([...new Set(ends)], ['500 {"message":"', '200 cut', `200 ${whole.text!.slice(0, 12)}`]);
});

test('file names allow any letters except those that change the path or end the header', async () => {
  const headerOf = async (name: string) => {
    const http = Fastify();
    http.get('/', async (_request, reply) => named(reply, name).send('x'));
    return (await http.inject('/')).headers['content-disposition'];
  };
  const cases = {
    'people.csv': 'attachment; filename="people.csv"',
    'Übung Größe.csv': 'attachment; filename="Uebung Groesse.csv"; filename*=UTF-8\'\'%C3%9Cbung%20Gr%C3%B6%C3%9Fe.csv',
    'Łódź é.pdf': 'attachment; filename="_odz e.pdf"; filename*=UTF-8\'\'%C5%81%C3%B3d%C5%BA%20%C3%A9.pdf',
    '../../etc/passwd': 'attachment; filename="..-..-etc-passwd"',
    'a"; filename="b.exe': 'attachment; filename="a-; filename=-b.exe"',
    'a\r\nset-cookie: x': 'attachment; filename="a-set-cookie- x"',
    "50% (1)'s.csv": "attachment; filename=\"50_ (1)'s.csv\"; filename*=UTF-8''50%25%20%281%29%27s.csv",
    'bild‮gnp.exe': 'attachment; filename="bild-gnp.exe"',
    '🚒\ud83d.csv': 'attachment; filename="__-.csv"; filename*=UTF-8\'\'%F0%9F%9A%92-.csv',
  };
  for (const [name, header] of Object.entries(cases)) assert.equal(await headerOf(name), header);
});
