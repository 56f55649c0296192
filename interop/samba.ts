// People from Samba as Active Directory: binary identifiers, ranges of members, nested groups, disabled accounts. Its ports are
// fixed (389, 636), so it needs the rights of root and a machine without another directory.
import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { Attribute, Change, Client } from 'ldapts';
import { applyUpload } from '#server/contacts/uploads/apply.ts';
import { createTestDirectory, tryTestDirectory } from '#testing/directories.ts';
import { createGroup } from '#testing/factories.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { makeCertificate } from '#testing/syslog/certificate.ts';
import { until } from '#testing/until.ts';
import { missing } from './programs/missing.ts';

const [samba, tool] = ['/usr/sbin/samba', '/usr/bin/samba-tool'];
const needed = missing({
  [samba]: 'samba-ad-dc',
  [tool]: 'samba',
  '/usr/share/samba/setup/provision.ldif': 'samba-ad-provision',
});
const [base, password, url] = ['DC=house,DC=test', 'Test-Password-2026!', 'ldaps://127.0.0.1'];
const administratorDn = `CN=Administrator,CN=Users,${base}`;
const certificate = makeCertificate();
const people = `OU=People,${base}`;
// more than Active Directory returns of one attribute and on one page
const count = 1_600;

let folder: string;
let directoryServer: ChildProcess;
let server: TestServer;
let administrator: TestClient;

before(async () => {
  assert.deepEqual(needed, [], 'something is missing to run this');
  assert.equal(process.getuid?.(), 0, 'Samba has to be started by root');
  folder = await mkdtemp(path.join(tmpdir(), 'meldekette-samba-'));
  const domain = [
    '--realm=HOUSE.TEST',
    '--domain=HOUSE',
    '--server-role=dc',
    '--dns-backend=NONE',
    '--host-ip=127.0.0.1',
  ];
  const provision = ['domain', 'provision', ...domain, `--adminpass=${password}`, `--targetdir=${folder}`];
  await promisify(execFile)(tool, provision, { maxBuffer: 10_000_000 });
  const tls = path.join(folder, 'tls');
  await mkdir(tls);
  await writeFile(path.join(tls, 'cert.pem'), certificate.cert);
  await writeFile(path.join(tls, 'key.pem'), certificate.key, { mode: 0o600 });
  const options = {
    'server services': 'ldap',
    'dcerpc endpoint servers': '',
    interfaces: '127.0.0.1/8',
    'bind interfaces only': 'yes',
    'tls certfile': path.join(tls, 'cert.pem'),
    'tls keyfile': path.join(tls, 'key.pem'),
    'tls cafile': path.join(tls, 'cert.pem'),
  };
  const given = Object.entries(options).map(([name, value]) => `--option=${name}=${value}`);
  const config = path.join(folder, 'etc/smb.conf');
  const args = ['-F', '--no-process-group', '-M', 'single', '-s', config, '--debug-stdout', '-d', '0', ...given];
  directoryServer = spawn(samba, args, { stdio: 'ignore' });
  await until(() =>
    as(async () => undefined).then(
      () => true,
      () => false,
    ),
  );
  await as(fill);
  server = await startTestServer({ ROLES: 'web' });
  administrator = await server.as('administrator');
});
after(async () => {
  await server?.stop();
  if (directoryServer) {
    const ended = new Promise((resolve) => directoryServer.once('exit', resolve));
    directoryServer.kill('SIGTERM');
    await ended;
  }
  if (folder) await rm(folder, { recursive: true, force: true });
});

async function as(work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ url, timeout: 60_000, tlsOptions: { ca: certificate.cert, host: '127.0.0.1' } });
  try {
    await client.bind(administratorDn, password);
    await work(client);
  } finally {
    await client.unbind();
  }
}

const dnOf = (n: number) => `CN=Person ${n},${people}`;
const [enabled, disabled] = ['544', '546']; // without a password

async function fill(client: Client): Promise<void> {
  await client.add(people, { objectClass: 'organizationalUnit', ou: 'People' });
  for (let n = 1; n <= count; n++) {
    await client.add(dnOf(n), {
      objectClass: 'user',
      sAMAccountName: `p${n}`,
      givenName: 'Sam',
      sn: `Samba${n}`,
      mail: `p${n}@house.test`,
      employeeID: `S${n}`,
      userAccountControl: n === 3 ? disabled : enabled,
    });
  }
  const all = Array.from({ length: count }, (_, at) => dnOf(at + 1));
  await client.add(`CN=everybody,${people}`, { objectClass: 'group', sAMAccountName: 'everybody', member: all });
  await client.add(`CN=inner,${people}`, { objectClass: 'group', sAMAccountName: 'inner', member: [dnOf(1)] });
  await client.add(`CN=outer,${people}`, {
    objectClass: 'group',
    sAMAccountName: 'outer',
    member: [`CN=inner,${people}`],
  });
  const loop = new Attribute({ type: 'member', values: [`CN=outer,${people}`] });
  await client.modify(`CN=inner,${people}`, new Change({ operation: 'add', modification: loop }));
}

const settings = { kind: 'active_directory', baseDn: people };
const place = { url, certificate, bindDn: administratorDn, password };
const membersOf = async (group: number) => {
  const { rows } = await sql<{ lastName: string }>`
    select p.last_name from person_groups g join people p on p.id = g.person_id where g.group_id = ${group}
    order by 1`.execute(server.app.db);
  return rows.map(({ lastName }) => lastName);
};

test('Active Directory: pages, ranges, nested groups with a loop, disabled accounts, objectGUID', async () => {
  const [everybody, outer] = [
    await createGroup(server.app.db, { name: 'Alle aus Samba' }),
    await createGroup(server.app.db, { name: 'Außen aus Samba' }),
  ];
  const { id } = await createTestDirectory(administrator, place, {
    ...settings,
    groupRules: [
      { dn: `cn=everybody,${people}`, group: String(everybody.id) },
      { dn: `cn=outer,${people}`, group: String(outer.id) },
    ],
  });
  const run = await tryTestDirectory(administrator, id);
  assert.deepEqual([run.created, run.failed, run.held], [count - 1, 0, null], 'a disabled account is not brought in');
  await administrator.run('mutation ($id: ID!) { applyUpload(id: $id) { status } }', { id: run.id });
  await applyUpload(server.app, run._id);
  assert.equal((await membersOf(everybody.id)).length, count - 1);
  assert.deepEqual(await membersOf(outer.id), ['Samba1']);
  const { rows } = await sql<{ entryId: string }>`select distinct entry_id from directory_people`.execute(
    server.app.db,
  );
  assert.equal(rows.length, count - 1);
  for (const { entryId } of rows) assert.match(entryId, /^[0-9a-f]{32}$/);
  await as(async (client) => {
    await client.modifyDN(dnOf(1), `CN=Renamed,${people}`);
    const off = new Attribute({ type: 'userAccountControl', values: [disabled] });
    await client.modify(dnOf(2), new Change({ operation: 'replace', modification: off }));
    await client.del(dnOf(4));
  });
  const second = await tryTestDirectory(administrator, id);
  assert.deepEqual([second.created, second.updated, second.failed, second.held], [0, 2, 0, null]);
});

test('Active Directory: a wrong password gives its reason, and the search without an account too', async () => {
  const check = 'mutation ($id: ID!) { checkDirectory(id: $id) { dn } }';
  const refusal = async (changes: Record<string, unknown>) => {
    const { id } = await createTestDirectory(administrator, place, { ...settings, ...changes });
    return (await administrator.send(check, { id })).errors?.[0]?.message;
  };
  assert.equal(await refusal({ label: 'a', bindPassword: 'wrong' }), 'error_directory_password');
  assert.equal(await refusal({ label: 'b', bindDn: '', bindPassword: '' }), 'error_directory_access');
  assert.equal(await refusal({ label: 'c', baseDn: `OU=elsewhere,${base}` }), 'error_directory_base');
});
