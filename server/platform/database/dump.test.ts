import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import pg from 'pg';
import { createMailChannel } from '#testing/deliveries.ts';
import { createEvent, createReport } from '#testing/factories.ts';
import { createDraft } from '#testing/messages.ts';
import { startTestServer, type TestServer } from '#testing/server.ts';
import { until } from '#testing/until.ts';
import { uploadCsv } from '#testing/uploads.ts';
import { startSink } from '../../../faults/sink.ts';
import { findSystemPostgres, type SystemPostgres, startSystemPostgres } from '../../../interop/postgres/programs.ts';
import { dumpSchema } from '../../../scripts/schema-dump.ts';
import { startEmbedded } from './embedded.ts';
import { migrate } from './migrate.ts';

const programs = findSystemPostgres();
const options = { skip: programs ? false : 'needs the Debian packages postgresql and postgresql-client' };

let dir: string;
let postgres: SystemPostgres;
let original: string; // the demo hospital and 1,000 people, dumped by the manual
before(async () => {
  if (!programs) return;
  dir = await mkdtemp(path.join(os.tmpdir(), 'meldekette-dump-'));
  postgres = await startSystemPostgres(programs);
  await withClient(postgres.url, (client) => client.query('create role meldekette login'));
  original = await createDatabase('original');
  await fill(original);
  await followManual('dump', original, 'original');
});
after(async () => {
  if (!programs) return;
  await postgres?.stop();
  await rm(dir, { recursive: true, force: true });
});

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  return work(client).finally(() => client.end());
}

/** Creates an empty database as described in the manual; returns its address for a normal owner. */
async function createDatabase(name: string): Promise<string> {
  await withClient(postgres.url, (client) => client.query(`create database ${name} owner meldekette`));
  const url = new URL(postgres.url);
  [url.username, url.pathname] = ['meldekette', `/${name}`];
  return url.href;
}

/** Runs statements in a database as its superuser. */
async function asAdministrator(url: string, ...statements: string[]): Promise<void> {
  const administrator = new URL(postgres.url);
  administrator.pathname = new URL(url).pathname;
  await withClient(administrator.href, async (client) => {
    for (const statement of statements) await client.query(statement);
  });
}

/** Returns number and hash of the rows of every table. */
function contentOf(url: string): Promise<Record<string, string>> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ name: string }>(`
      select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema') order by 1`);
    const contents: Record<string, string> = {};
    for (const { name } of rows) {
      const { rows: found } = await client.query<{ content: string }>(`
        select concat_ws(' ', count(*), md5(string_agg(md5(t::text), '' order by md5(t::text)))) as content from ${name} t`);
      contents[name] = found[0]!.content;
    }
    return contents;
  });
}

/** Adds the demo hospital and 1,000 people from a file, with letters that search folds. */
async function fill(url: string): Promise<void> {
  const server = await startTestServer({ DATABASE_URL: url, DEMO_DATA: '1', ROLES: 'web' });
  try {
    const administrator = await server.as('administrator');
    const lines = Array.from({ length: 1000 }, (_, n) => `Œnone ${n};Weiß-Łęcki;person${n}@dump.example;Stab/Ärzte`);
    const file = ['Vorname;Nachname;E-Mail;Gruppen', ...lines].join('\n');
    const { data, errors } = await uploadCsv(server, administrator, file, { dryRun: false });
    const id: string = data?.uploadPeople.id ?? assert.fail(JSON.stringify(errors));
    const created = async () => {
      const { upload } = await administrator.run('query ($id: ID!) { upload(id: $id) { status created } }', { id });
      return upload.status === 'applied' && upload.created;
    };
    assert.equal(await until(created, 120_000), 1000);
  } finally {
    await server.stop();
  }
}

/** Releases a restored installation, finds the people with 77 in their number and alarms them; returns the addresses reached. */
async function alarm(server: TestServer, smtpPort: number, reached: () => Promise<string[]>): Promise<string[]> {
  const owner = await server.as('system_owner');
  assert.equal((await owner.run('{ installationHold { why } }')).installationHold.why, 'moved');
  await owner.run('mutation { releaseInstallation }');
  const manager = await server.as('crisis_manager', 'contact_manager');
  const search = '{ searchPeople(search: "oenone 77 weiss") { edges { node { _id } } } }';
  const { searchPeople } = await manager.run(search);
  const people = searchPeople.edges.map(({ node }: { node: { _id: number } }) => node._id);
  assert.ok(people.length > 0);
  const { db } = server.app;
  const report = await createReport(db, { eventId: (await createEvent(db)).id });
  await createDraft(db, { reportId: report.id, channelId: await createMailChannel(db, smtpPort), people });
  await manager.run('mutation ($id: ID!) { sendReport(id: $id, launchKey: "after-restore") { id } }', {
    id: String(report.id),
  });
  await until(async () => (await reached()).length >= people.length, 60_000);
  return reached();
}

const manual = path.resolve(import.meta.dirname, '../../../docs/operate/backup.md');
const commands = ['dump', 'restore', 'restore without extension', 'restore older dump'] as const;

/** Runs a command of the manual, with a folder for the dump of this name. */
async function followManual(command: (typeof commands)[number], url: string, name: string): Promise<void> {
  const blocks = [...(await readFile(manual, 'utf8')).matchAll(/^ *```sh\n(.*?)^ *```/gms)].map(([, text]) => text!);
  assert.equal(blocks.length, commands.length);
  const env = { PATH: `${programs}:/usr/bin:/bin`, DATABASE_URL: url };
  const cwd = path.join(dir, name);
  await mkdir(cwd, { recursive: true });
  const { stdout, stderr } = await promisify(execFile)('sh', ['-c', blocks[commands.indexOf(command)]!], { cwd, env });
  assert.equal(stdout + stderr, '');
}

const versionOf = (url: string) =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ version: number }>(
      "select current_setting('server_version_num')::int as version",
    );
    return rows[0]!.version;
  });

const schemaOf = async (url: string) => (await withClient(url, dumpSchema)).split('\n');

test('restores the demo hospital and 1,000 people from a dump and sends an alarm', options, async () => {
  const restored = await createDatabase('restored');
  await followManual('restore', restored, 'original');
  assert.deepEqual(await contentOf(restored), await contentOf(original));
  assert.deepEqual(await schemaOf(restored), await schemaOf(original));

  const sink = await startSink();
  const server = await startTestServer({ DATABASE_URL: restored });
  try {
    const reached = async () => (await sink.ledger()).map(({ to }) => to);
    const numbers = [77, 770, 771, 772, 773, 774, 775, 776, 777, 778, 779];
    const addresses = numbers.map((n) => `person${n}@dump.example`);
    assert.deepEqual(new Set(await alarm(server, sink.port, reached)), new Set(addresses));
    const officer = await server.as('documentation_officer');
    const { events } = await officer.run('{ events(first: 50) { edges { node { logIntact } } } }');
    assert.ok(events.edges.length > 3);
    assert.ok(events.edges.every(({ node }: { node: { logIntact: boolean } }) => node.logIntact));
  } finally {
    await server.stop();
    await sink.stop();
  }
});

test('restores a dump on the newer version of PostgreSQL that comes with Meldekette', options, async (t) => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'meldekette-test-'));
  const { url, stop } = await startEmbedded({ dir: folder, settings: { fsync: 'off' } });
  try {
    if ((await versionOf(url)) < (await versionOf(original)))
      return t.skip('the installed PostgreSQL is the newer one');
    await followManual('restore', url, 'original');
    assert.deepEqual(await contentOf(url), await contentOf(original));
    const expected = await readFile(path.resolve(import.meta.dirname, '../../../schema.sql'), 'utf8');
    assert.deepEqual(await schemaOf(url), expected.split('\n'));
  } finally {
    await stop();
    await rm(folder, { recursive: true, force: true });
  }
});

test(
  'restores a dump next to the extension of an administrator, without grants to unknown roles',
  options,
  async () => {
    const granting = await createDatabase('granting');
    await migrate(granting);
    await asAdministrator(granting, 'create role reporting', 'grant select on people to reporting');
    await followManual('dump', granting, 'granting');
    await asAdministrator(granting, 'revoke select on people from reporting', 'drop role reporting');

    const restored = await createDatabase('extended');
    await asAdministrator(restored, 'create extension pg_trgm');
    await assert.rejects(followManual('restore', restored, 'granting'), /must be owner of extension pg_trgm/);
    await followManual('restore without extension', restored, 'granting');
    assert.deepEqual(await contentOf(restored), await contentOf(granting));
    assert.deepEqual(await schemaOf(restored), await schemaOf(granting));
  },
);

test('repairs a database of an earlier release and restores its dumps as in the manual', options, async () => {
  const from = path.join(dir, 'earlier migrations');
  await cp(path.resolve(import.meta.dirname, '../../../migrations'), from, { recursive: true });
  for (const name of await readdir(from)) if (name >= '0078') await rm(path.join(from, name), { recursive: true });
  const earlier = await createDatabase('earlier');
  await migrate(earlier, { from });
  await withClient(earlier, (client) =>
    client.query(
      "insert into people (first_name, last_name) select 'Œnone ' || n, 'Weiß-Łęcki' from generate_series(1, 1000) n",
    ),
  );
  await followManual('dump', earlier, 'earlier');

  const broken = await createDatabase('broken');
  await assert.rejects(followManual('restore', broken, 'earlier'), /function fold\(text\) does not exist/);
  assert.deepEqual(await contentOf(broken), {});

  const rescued = await createDatabase('rescued');
  await asAdministrator(rescued, 'create extension pg_trgm');
  await followManual('restore older dump', rescued, 'earlier');
  assert.deepEqual(await contentOf(rescued), await contentOf(earlier));
  assert.deepEqual(await readdir(path.join(dir, 'earlier')), ['meldekette.dump']);

  const applied = await Promise.all([migrate(earlier), migrate(earlier), migrate(earlier)]);
  assert.equal(applied.flat()[0], '0078_bound_functions.sql');
  assert.deepEqual(await migrate(earlier), []);
  await migrate(rescued);
  assert.deepEqual(await schemaOf(rescued), await schemaOf(earlier));
  await followManual('dump', earlier, 'repaired');
  const copy = await createDatabase('copy');
  await followManual('restore', copy, 'repaired');
  assert.deepEqual(await contentOf(copy), await contentOf(earlier));
});

test("restores tables that are in the role's own schema", options, async () => {
  const own = await createDatabase('own_schema');
  await withClient(own, (client) => client.query('create schema meldekette'));
  await migrate(own);
  await withClient(own, (client) =>
    client.query("insert into people (first_name, last_name) values ('Œnone', 'Weiß')"),
  );
  await followManual('dump', own, 'own schema');
  const restored = await createDatabase('own_schema_restored');
  await followManual('restore', restored, 'own schema');
  const content = await contentOf(restored);
  assert.deepEqual(content, await contentOf(own));
  assert.match(content['people']!, /^1 /);
  assert.deepEqual(await migrate(restored), []);
  await withClient(restored, async (client) => {
    await client.query("set search_path = ''");
    const append = "select (meldekette.append_audit(null, 'create', 'people', 1, 'Œnone Weiß', null, null)).hash";
    assert.match((await client.query(append)).rows[0].hash, /^[0-9a-f]{64}$/);
  });
});

test('refuses to start after careless restores and counts nothing twice', options, async () => {
  const careless = (url: string, ...choice: string[]) =>
    promisify(execFile)(
      `${programs}/pg_restore`,
      ['--no-owner', ...choice, `--dbname=${url}`, 'original/meldekette.dump'],
      {
        cwd: dir,
        maxBuffer: 10_000_000,
      },
    ).catch(({ stderr }: { stderr: string }) => stderr);

  const used = await createDatabase('used');
  await migrate(used);
  await careless(used);
  await assert.rejects(migrate(used), /The database holds the rows of 2 installations/);

  const interrupted = await createDatabase('interrupted');
  await careless(interrupted, '--section=pre-data', '--section=data');
  await assert.rejects(
    migrate(interrupted),
    /The database is incomplete\. Constraints, triggers or unique indexes are missing/,
  );

  const { stdout } = await promisify(execFile)(`${programs}/pg_restore`, ['--list', 'original/meldekette.dump'], {
    cwd: dir,
  });
  await writeFile(path.join(dir, 'without people'), stdout.replace(/^.* TABLE DATA public people .*$/m, ''));
  const unpeopled = await createDatabase('unpeopled');
  await careless(unpeopled, '--use-list=without people');
  await assert.rejects(migrate(unpeopled), /missing: answers\.answers_person_id_fkey, /);

  const administrators = await createDatabase('administrators');
  const superuser = new URL(administrators);
  superuser.username = 'postgres';
  await careless(superuser.href);
  await assert.rejects(migrate(administrators), /The role of DATABASE_URL lacks rights: permission denied for table/);

  const twice = await createDatabase('twice');
  await careless(twice);
  await careless(twice);
  assert.deepEqual(await contentOf(twice), await contentOf(original));
  assert.deepEqual(await migrate(twice), []);
});
