import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import { Attribute, Change } from 'ldapts';
import { applyUpload } from '#server/contacts/uploads/apply.ts';
import { createTestDirectory, tryTestDirectory } from '#testing/directories.ts';
import { createGroup } from '#testing/factories.ts';
import { type Slapd, slapdMissing, startSlapd } from '#testing/fakes/slapd.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';

const count = 1_200;
const person = (n: number) => `dn: uid=p${n},ou=people,dc=house,dc=test
objectClass: inetOrgPerson
uid: p${n}
cn: Olga ${n}
givenName: Olga
sn: Ldap${n}
mail: p${n}@house.test
employeeNumber: L${n}
`;
const group = (name: string, ...members: string[]) => `dn: cn=${name},ou=groups,dc=house,dc=test
objectClass: groupOfNames
cn: ${name}
${members.map((member) => `member: ${member}`).join('\n')}
`;
const people = Array.from({ length: count }, (_, at) => at + 1);
const ldif = [
  'dn: dc=house,dc=test\nobjectClass: domain\ndc: house\n',
  'dn: cn=reader,dc=house,dc=test\nobjectClass: person\ncn: reader\nsn: reader\nuserPassword: secret of the reader\n',
  ...['people', 'groups'].map((ou) => `dn: ou=${ou},dc=house,dc=test\nobjectClass: organizationalUnit\nou: ${ou}\n`),
  ...people.map(person),
  group('inner', 'uid=p1,ou=people,dc=house,dc=test', 'cn=outer,ou=groups,dc=house,dc=test'),
  group('outer', 'cn=inner,ou=groups,dc=house,dc=test', 'uid=p2,ou=people,dc=house,dc=test'),
].join('\n');

let server: TestServer;
let slapd: Slapd;
let administrator: TestClient;
before(async () => {
  if (slapdMissing) return;
  server = await startTestServer({ ROLES: 'web' });
  slapd = await startSlapd(ldif);
  administrator = await server.as('administrator');
});
after(async () => {
  await slapd?.stop();
  await server?.stop();
});

test('OpenLDAP over StartTLS: pages, nested groups with a loop, entryUUID, leavers', {
  skip: slapdMissing,
}, async () => {
  const contacts = await createGroup(server.app.db, { name: 'Aus OpenLDAP' });
  const directory = await createTestDirectory(
    administrator,
    { ...slapd, url: `ldap://127.0.0.1:${slapd.port}` },
    {
      kind: 'openldap',
      startTls: true,
      baseDn: 'dc=house,dc=test',
      groupRules: [{ dn: 'cn=outer,ou=groups,dc=house,dc=test', group: String(contacts.id) }],
    },
  );
  const run = await tryTestDirectory(administrator, directory.id);
  assert.deepEqual([run.created, run.failed, run.held], [count, 0, null]);
  await administrator.run('mutation ($id: ID!) { applyUpload(id: $id) { status } }', { id: run.id });
  await applyUpload(server.app, run._id);
  const { rows } = await sql<{ lastName: string; entryId: string }>`
    select p.last_name, l.entry_id from person_groups g join people p on p.id = g.person_id
    join directory_people l on l.person_id = p.id where g.group_id = ${contacts.id} order by 1`.execute(server.app.db);
  assert.deepEqual(
    rows.map(({ lastName }) => lastName),
    ['Ldap1', 'Ldap2'],
  );
  for (const { entryId } of rows) assert.match(entryId, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  await slapd.as(async (client) => {
    await client.modifyDN('uid=p1,ou=people,dc=house,dc=test', 'uid=renamed');
    const mail = new Attribute({ type: 'mail', values: ['p2@house.test'] });
    await client.modify(
      'uid=renamed,ou=people,dc=house,dc=test',
      new Change({ operation: 'replace', modification: mail }),
    );
    await client.del('uid=p3,ou=people,dc=house,dc=test');
  });
  const second = await tryTestDirectory(administrator, directory.id);
  const changes = second.rows
    .filter(({ outcome }: { outcome: string }) => outcome !== 'unchanged')
    .map((row: { name: string; changes: { field: string }[] }) => [row.name, row.changes.map(({ field }) => field)]);
  // OpenLDAP doesn't correct a group's old name
  assert.deepEqual(new Map(changes).get('Olga Ldap1'), ['email_business', 'leftGroups']);
  assert.deepEqual([second.updated, second.created, second.failed], [2, 0, 0]);
});

test('OpenLDAP: a wrong password and a wrong place each give one reason', { skip: slapdMissing }, async () => {
  const check = 'mutation ($id: ID!) { checkDirectory(id: $id) { dn } }';
  const refusal = async (changes: Record<string, unknown>) => {
    const url = `ldap://127.0.0.1:${slapd.port}`;
    const settings = { kind: 'openldap', startTls: true, baseDn: 'dc=house,dc=test', ...changes };
    const { id } = await createTestDirectory(administrator, { ...slapd, url }, settings);
    return (await administrator.send(check, { id })).errors?.[0]?.message;
  };
  assert.equal(await refusal({ label: 'a', bindPassword: 'wrong' }), 'error_directory_password');
  assert.equal(await refusal({ label: 'b', baseDn: 'dc=elsewhere,dc=test' }), 'error_directory_base');
  assert.equal(await refusal({ label: 'c', filter: '(uid=nobody)' }), 'error_directory_nobody');
  assert.equal(await refusal({ label: 'd', ca: '' }), 'error_directory_certificate');
});
