import assert from 'node:assert/strict';
import test, { after, before, beforeEach } from 'node:test';
import { sql } from 'kysely';
import { createTestDirectory, groupEntry, personEntry, tryTestDirectory } from '#testing/directories.ts';
import { createGroup } from '#testing/factories.ts';
import { type LdapServer, startLdapServer } from '#testing/fakes/ldap-server.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
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

const people = (count: number) => Array.from({ length: count }, (_, n) => personEntry(n + 1));
const refusalOf = async (changes: Record<string, unknown> = {}) => {
  const { id } = await createTestDirectory(administrator, ldap, changes);
  const run = 'mutation ($id: ID!) { tryDirectory(id: $id) { id } }';
  return (await administrator.send(run, { id })).errors?.[0]?.message;
};
const read = async (patience: { connect: number; request: number; total: number }) => {
  const { _id } = await createTestDirectory(administrator, ldap);
  return readDirectoryEntries(server.app, await findDirectory(server.app.db, _id), new Set(), patience);
};

test('a page without entries is not the end as long as it has a cookie', async () => {
  ldap.entries = people(1_200);
  ldap.mood.emptyPages = 3;
  const { id } = await createTestDirectory(administrator, ldap);
  const run = await tryTestDirectory(administrator, id);
  assert.deepEqual([run.created, ldap.seen.emptyPages], [1_200, 3]);
});

test('pages without end and without entries give up', async () => {
  ldap.entries = people(600);
  ldap.mood.emptyPages = Number.POSITIVE_INFINITY;
  assert.equal(await refusalOf(), 'error_directory_failed');
  assert.ok(ldap.seen.emptyPages < 200);
});

test('a reference to another server stops the run; those of Active Directory to its own parts do not', async () => {
  ldap.mood.references = [
    'ldap://ForestDnsZones.house.test/DC=ForestDnsZones,DC=house,DC=test',
    'ldap://DomainDnsZones.house.test/DC=DomainDnsZones,DC=house,DC=test',
    'ldap://house.test/CN=Configuration,DC=house,DC=test',
  ];
  const { id } = await createTestDirectory(administrator, ldap);
  assert.equal((await tryTestDirectory(administrator, id)).created, 1);
  ldap.mood.references.push('ldap://child.house.test/DC=child,DC=house,DC=test');
  assert.equal(await refusalOf({ label: 'child' }), 'error_directory_referral');
});

test('parts of a group that never end, or are missing, stop the run', async () => {
  ldap.entries = people(30);
  const group = await createGroup(server.app.db, { name: 'Teile' });
  const members = ldap.entries.map(({ dn }) => dn);
  ldap.entries.push(groupEntry('all', members));
  ldap.mood.mostMembers = 10;
  const groupRules = [{ dn: 'cn=all,ou=groups,dc=test', group: String(group.id) }];
  for (const rangeEnd of ['x', '-5', '1e400', '0']) {
    ldap.mood.rangeEnd = rangeEnd;
    assert.equal(await refusalOf({ label: rangeEnd, groupRules }), 'error_directory_failed', rangeEnd);
  }
});

test('a member that is no text takes nobody else out of a group', async () => {
  const group = await createGroup(server.app.db, { name: 'Bytes' });
  const entry = groupEntry('all', []);
  entry.attributes['member'] = [Buffer.from([0xff, 0xfe]), ldap.entries[0]!.dn];
  ldap.entries.push(entry);
  const groupRules = [{ dn: 'cn=all,ou=groups,dc=test', group: String(group.id) }];
  const { id } = await createTestDirectory(administrator, ldap, { groupRules });
  const run = await tryTestDirectory(administrator, id);
  assert.deepEqual(
    run.rows[0].changes
      .filter(({ field }: { field: string }) => field === 'groups')
      .map(({ after: to }: { after: string }) => to),
    ['Bytes'],
  );
});

test('an answer whose parts are longer than the message ends the reading, not the program', async () => {
  ldap.mood.isMalformed = true;
  const reading = read({ connect: 30_000, request: 300_000, total: 2_000 });
  // the thread ends at its limit of time or memory
  await assert.rejects(reading, ({ message }: Error) => /^error_directory_(timeout|failed)$/.test(message));
});

test('an answer without end is cut off before it fills the memory', async () => {
  ldap.mood.isEndless = true;
  await assert.rejects(read({ connect: 30_000, request: 300_000, total: 600_000 }), {
    message: 'error_directory_large',
  });
});

test('a reading that takes too long in total ends', async () => {
  ldap.mood.isSilent = true;
  const reading = read({ connect: 30_000, request: 600_000, total: 1_000 });
  await assert.rejects(reading, { message: 'error_directory_timeout' });
});

test('values that can’t be stored are cleaned, and identifiers that can’t be compared are refused', async () => {
  const emoji = '😀';
  ldap.entries = [
    personEntry(1, { givenName: ['Do\u0000ra\u0007\u202e'] }),
    personEntry(2, { givenName: [`x${emoji.repeat(2_000)}`] }),
    personEntry(3, { objectGUID: [] }),
    personEntry(4, { objectGUID: [Buffer.alloc(4_000, 0x61)] }),
    personEntry(5, { objectGUID: [Buffer.alloc(16, 5)] }),
    personEntry(6, { objectGUID: [Buffer.alloc(16, 5)] }),
    personEntry(7, { dn: ['cn=somebody else'], ['__proto__']: ['x'], constructor: ['x'] }),
  ];
  const { id } = await createTestDirectory(administrator, ldap);
  const run = await tryTestDirectory(administrator, id);
  const rows = new Map<number, { outcome: string; name: string; errors: string[] }>(
    run.rows.map((row: { line: number }) => [row.line, row]),
  );
  assert.equal(rows.get(1)!.name, 'Dora Verzeichnis1');
  for (const line of [3, 4, 5, 6]) assert.deepEqual(rows.get(line)!.errors, ['error_directory_no_id'], String(line));
  assert.equal(rows.get(7)!.outcome, 'created');
});
