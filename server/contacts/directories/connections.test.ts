import assert from 'node:assert/strict';
import test, { after, before, beforeEach } from 'node:test';
import { sql } from 'kysely';
import { createTestDirectory, groupEntry, guidOf, personEntry, tryTestDirectory } from '#testing/directories.ts';
import { createGroup } from '#testing/factories.ts';
import { type LdapServer, startLdapServer } from '#testing/fakes/ldap-server.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { makeCertificate } from '#testing/syslog/certificate.ts';
import { findDirectory } from './directory.ts';
import { readDirectoryEntries } from './in-thread.ts';

let server: TestServer;
let administrator: TestClient;
let ldap: LdapServer;

before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  administrator = await server.as('administrator');
});
beforeEach(async () => {
  await sql`delete from directories`.execute(server.app.db);
  await ldap?.stop();
  ldap = await startLdapServer();
  ldap.entries = [personEntry(1)];
});
after(async () => {
  await ldap?.stop();
  await server.stop();
});

const check =
  'mutation ($id: ID!) { checkDirectory(id: $id) { dn identifier isDisabled attributes { name values } groups { name } } }';
const refusalOf = async (changes: Record<string, unknown> = {}) => {
  const { id } = await createTestDirectory(administrator, ldap, changes);
  return (await administrator.send(check, { id })).errors?.[0]?.message;
};

test('the check returns an entry with a binary identifier and the groups, without passwords', async () => {
  ldap.entries = [personEntry(1, { userPassword: ['secret'] }), groupEntry('Stab', [])];
  const { id } = await createTestDirectory(administrator, ldap);
  const { checkDirectory } = await administrator.run(check, { id });
  assert.equal(checkDirectory.identifier, guidOf(1).toString('hex'));
  assert.deepEqual(checkDirectory.groups, [{ name: 'Stab' }]);
  const names = checkDirectory.attributes.map(({ name }: { name: string }) => name);
  assert.ok(names.includes('sn') && !names.includes('userPassword'));
});

test('wrong password, certificate, server and place each give one reason', async () => {
  assert.equal(await refusalOf({ bindPassword: 'wrong' }), 'error_directory_password');
  assert.equal(await refusalOf({ label: 'b', ca: makeCertificate().cert }), 'error_directory_certificate');
  assert.equal(await refusalOf({ label: 'c', ca: '' }), 'error_directory_certificate');
  const localhost = ldap.url.replace('127.0.0.1', 'localhost');
  assert.equal(await refusalOf({ label: 'd', url: localhost }), 'error_directory_host_name');
  assert.equal(await refusalOf({ label: 'e', ownNetwork: false }), 'error_directory_blocked');
  ldap.mood.searchResult = 10;
  assert.equal(await refusalOf({ label: 'f' }), 'error_directory_referral');
  ldap.mood.searchResult = 32;
  assert.equal(await refusalOf({ label: 'g' }), 'error_directory_base');
  ldap.mood.searchResult = 11;
  assert.equal(await refusalOf({ label: 'h' }), 'error_directory_limit');
  ldap.mood = {};
  ldap.entries = [];
  assert.equal(await refusalOf({ label: 'i' }), 'error_directory_nobody');
  const { url } = ldap;
  await ldap.stop();
  assert.equal(await refusalOf({ label: 'j', url }), 'error_directory_unreachable');
});

test('a server that never answers ends with one reason', async () => {
  ldap.mood.isSilent = true;
  const { _id } = await createTestDirectory(administrator, ldap);
  const directory = await findDirectory(server.app.db, _id);
  const reading = readDirectoryEntries(server.app, directory, new Set(), {
    connect: 30_000,
    request: 300,
    total: 60_000,
  });
  await assert.rejects(reading, { message: 'error_directory_timeout' });
});

test('a connection lost between two pages changes nothing and is not opened again', async () => {
  ldap.entries = Array.from({ length: 1_200 }, (_, n) => personEntry(n + 1));
  ldap.mood.cutAfter = 1;
  const { id } = await createTestDirectory(administrator, ldap);
  const { errors } = await administrator.send('mutation ($id: ID!) { tryDirectory(id: $id) { id } }', { id });
  assert.equal(errors?.[0]?.message, 'error_directory_cut');
  assert.equal(ldap.seen.connections, 1);
  const { rows } = await sql`select 1 from uploads`.execute(server.app.db);
  assert.equal(rows.length, 0);
});

test('all pages are read, and all ranges of a large group', async () => {
  const count = 1_200;
  ldap.entries = Array.from({ length: count }, (_, n) => personEntry(n + 1));
  ldap.entries.push(
    groupEntry(
      'all',
      ldap.entries.map(({ dn }) => dn),
    ),
  );
  ldap.mood.mostMembers = 500;
  const group = await createGroup(server.app.db, { name: 'Alle' });
  const rule = { dn: 'CN=all,OU=groups,DC=test', group: String(group.id) };
  const { id } = await createTestDirectory(administrator, ldap, { groupRules: [rule] });
  const run = await tryTestDirectory(administrator, id);
  assert.deepEqual([run.created, run.failed], [count, 0]);
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from upload_rows r join uploads u on u.id = r.upload_id
    where u.directory_id is not null and r.changes #>> '{groups,after,0,id}' = ${String(group.id)}`.execute(
    server.app.db,
  );
  assert.equal(rows[0]!.n, count);
});

test('a rule for a group that the directory no longer has stops the run', async () => {
  const group = await createGroup(server.app.db, { name: 'Weg' });
  const { id } = await createTestDirectory(administrator, ldap, {
    groupRules: [{ dn: 'cn=gone,dc=test', group: String(group.id) }],
  });
  const { errors } = await administrator.send('mutation ($id: ID!) { tryDirectory(id: $id) { id } }', { id });
  assert.equal(errors?.[0]?.message, 'error_directory_group_gone');
});

test('settings that can’t work are refused when they are saved', async () => {
  const refused = async (changes: Record<string, unknown>) => {
    const create = 'mutation ($input: CreateDirectoryInput!) { createDirectory(input: $input) { id } }';
    const input = { kind: 'openldap', label: 'x', url: 'ldaps://a.example.org', baseDn: 'dc=a', ...changes };
    return (await administrator.send(create, { input })).errors?.[0]?.message;
  };
  assert.equal(await refused({ url: 'ldap://a.example.org' }), 'error_directory_encryption');
  assert.equal(await refused({ startTls: true }), 'error_directory_encryption');
  assert.equal(await refused({ url: 'https://a.example.org' }), 'error_directory_url');
  assert.equal(await refused({ filter: '(uid=' }), 'error_directory_filter');
  assert.equal(await refused({ bindDn: 'cn=a' }), 'error_directory_account');
  assert.equal(await refused({ ca: 'no certificate' }), 'error_directory_ca');
  assert.equal(await refused({ idAttribute: 'a b' }), 'error_directory_attribute');
});
