// Two bare Debian servers with systemd as containers on a bridge, and docs/operate/two-servers.md to the letter. Needs root, a mirror of
// Debian and about 4 GB in the temporary folder. The directory (slapd) and the sign-in service (oidc-provider) are real too.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { followProvider, type OidcFake, startOidcFake } from '#testing/fakes/oidc-provider.ts';
import { type Slapd, startSlapd } from '#testing/fakes/slapd.ts';
import { until } from '#testing/until.ts';
import { houseLdif, housePeople as people } from './debian/directory.ts';
import { type House, openHouse } from './debian/house.ts';
import { type BareServer, type BareServers, openBareServers } from './debian/servers.ts';
import { manualCommands } from './programs/manual-commands.ts';
import { missing } from './programs/missing.ts';

const needed = missing({
  '/usr/bin/systemd-nspawn': 'systemd-container',
  '/usr/bin/mmdebstrap': 'mmdebstrap',
  '/usr/sbin/nft': 'nftables',
  '/usr/sbin/slapd': 'slapd',
  '/usr/bin/zstd': 'zstd',
});
const root = path.resolve(import.meta.dirname, '..');
const publicUrl = 'https://crisis.example.org';
const longest = 15; // minutes
const run = promisify(execFile);
let folder: string;
let archive: string;
let servers: BareServers;
let first: BareServer;
let second: BareServer;
let slapd: Slapd;
let provider: OidcFake;
let house: House;
before(async () => {
  assert.deepEqual(needed, [], 'something is missing to run this');
  assert.equal(process.getuid?.(), 0, 'this needs root, for the containers');
  folder = await mkdtemp(path.join(tmpdir(), 'meldekette-debian-'));
  archive = process.env['ARCHIVE'] ?? '';
  if (!archive) {
    await run(process.execPath, ['scripts/archive.ts', folder], { cwd: root });
    const { version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
    archive = path.join(folder, `meldekette-${version}-linux-x64.tar.zst`);
  }
  servers = await openBareServers(folder);
  [first, second] = [await servers.add('meldekette1'), await servers.add('meldekette2')];
  // the full name comes first, as the installer of Debian writes it
  const names = `${first.address} meldekette1.house.test meldekette1 crisis.example.org\n${second.address} meldekette2\n`;
  for (const server of [first, second]) {
    await server.addHosts(names);
    for (const file of [archive, `${archive}.sha256`])
      await cp(file, path.join(server.dir, 'root', path.basename(file)));
  }
  const account = {
    sub: 'petra',
    email: 'petra@house.test',
    email_verified: true,
    given_name: 'Petra',
    family_name: 'Haus',
    groups: ['crisis'],
  };
  [slapd, provider] = await Promise.all([startSlapd(houseLdif), startOidcFake(publicUrl, account)]);
});
after(async () => {
  await servers?.remove();
  await slapd?.stop();
  await provider?.stop();
  if (folder) await rm(folder, { recursive: true, force: true });
});

test(`leads to two servers in at most 12 commands and ${longest} minutes`, async () => {
  const [install, unpack, settings, start, proxy, watch, install2, account2, start2, ...more] =
    await manualCommands('two-servers.md');
  assert.deepEqual(more, []);
  const { version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
  const unpackThis = unpack!.replace(/VERSION=\S+/, `VERSION=${version}`);
  const internal = proxy!.replace('crisis.example.org {', 'crisis.example.org {\n\ttls internal');
  const began = performance.now();
  const took: string[] = [];
  const step = async (server: BareServer, name: string, work: string | (() => Promise<void>)) => {
    const from = performance.now();
    await (typeof work === 'string' ? server.shell(work) : work()).catch(async (error) => {
      const journal = await server.shell('journalctl --lines=30 --output=cat --unit=meldekette --unit=caddy');
      throw new Error(`${server.name}: ${name}\n${journal}`, { cause: error });
    });
    took.push(`${server.name}: ${name} ${((performance.now() - from) / 1000).toFixed(1)} s`);
  };
  await step(first, 'packages', install!);
  await step(first, 'unpack', unpackThis);
  await step(first, 'settings', settings!);
  await step(first, 'start', start!);
  await step(first, 'proxy', internal);
  await step(first, 'prometheus', watch!);
  await step(second, 'packages', install2!);
  await step(second, 'unpack', unpackThis);
  await step(second, 'account', account2!);
  await step(second, 'copy of the settings', async () => {
    for (const file of ['environment', 'database.pem'])
      await cp(path.join(first.dir, 'etc/meldekette', file), path.join(second.dir, 'etc/meldekette', file));
  });
  await step(second, 'start', start2!);
  const minutes = (performance.now() - began) / 60_000;
  console.log(`${took.length} commands, ${minutes.toFixed(1)} minutes\n${took.join('\n')}`);
  assert.ok(took.length <= 12);
  assert.ok(minutes <= longest, `${minutes} minutes`);
  const ca = await readFile(
    path.join(first.dir, 'var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt'),
    'utf8',
  );
  house = openHouse(publicUrl, first.address, ca);
  assert.equal((await house.get('/readyz')).status, 200);
});

test('a second run of the settings changes nothing', async () => {
  assert.ok(house, 'it is not installed');
  const settings = (await manualCommands('two-servers.md'))[2]!;
  const read = () => first.shell('cat /etc/meldekette/environment && runuser --login postgres --command="psql --list"');
  const before = await read();
  await assert.rejects(first.shell(settings));
  assert.equal(await read(), before);
  assert.equal((await house.get('/readyz')).status, 200);
});

test('the first account from the journal signs in over TLS, at either server', async () => {
  assert.ok(house, 'it is not installed');
  const journal = await first.shell('journalctl --unit=meldekette --output=cat');
  const password = /with the password (\S+)/.exec(journal)?.[1];
  assert.ok(password, journal);
  await house.signIn('admin@example.org', password);
  for (const server of [first, second]) {
    assert.match(await server.shell('systemctl is-active meldekette'), /^active$/m);
    assert.match(
      await server.shell('systemd-analyze security meldekette --no-pager | tail -n 1'),
      /: [0-2]\.\d|: 3\.0/,
    );
  }
});

test('a backup is made in the documented folder and proved', async () => {
  assert.ok(house, 'it is not installed');
  const save = 'mutation ($i: BackupSettingsInput!) { updateBackupSettings(input: $i) { version } }';
  const passphrase = 'the passphrase of the trial';
  await house.run(save, { i: { folder: '/var/backups/meldekette', passphrase, isActive: true, startAt: '02:30' } });
  const { startBackup } = await house.run('mutation { startBackup { _id } }');
  const made = await until(async () => {
    const { backups } = await house.run('{ backups { _id status error errorDetail proof proofError proofDetail } }');
    const found = backups.find(({ _id }: { _id: number }) => _id === startBackup._id);
    return (found.status === 'failed' || found.proof === 'proved' || found.proof === 'failed') && found;
  }, 300_000);
  assert.deepEqual([made.status, made.proof], ['done', 'proved'], JSON.stringify(made));
});

test('both restart with permission for the peers of this trial, which are local', async () => {
  assert.ok(house, 'it is not installed');
  for (const server of [second, first]) {
    await server.shell('echo LOCAL_CHANNELS=1 >> /etc/meldekette/environment && systemctl restart meldekette');
    await until(async () => (await house.get('/readyz')).status === 200, 60_000);
  }
});

test('people come from the directory', async () => {
  assert.ok(house, 'it is not installed');
  await servers.relay(slapd.port);
  const input = {
    kind: 'openldap',
    label: 'Haus',
    url: `ldap://127.0.0.1:${slapd.port}`,
    startTls: true,
    ca: slapd.certificate.cert,
    baseDn: 'dc=house,dc=test',
    bindDn: slapd.bindDn,
    bindPassword: slapd.password,
    ownNetwork: true,
  };
  const { createDirectory } = await house.run(
    'mutation ($input: CreateDirectoryInput!) { createDirectory(input: $input) { id } }',
    { input },
  );
  const { tryDirectory } = await house.run(
    'mutation ($id: ID!) { tryDirectory(id: $id) { id created failed } }',
    createDirectory,
  );
  assert.deepEqual([tryDirectory.created, tryDirectory.failed], [people, 0]);
  await house.run('mutation ($id: ID!) { applyUpload(id: $id) { status } }', { id: tryDirectory.id });
  await until(
    async () => (await house.run('{ people(name: "Ldap", first: 1) { totalCount } }')).people.totalCount === people,
  );
});

test('a colleague signs in through the sign-in service', async () => {
  assert.ok(house, 'it is not installed');
  const port = Number(new URL(provider.issuer).port);
  await servers.relay(port);
  const input = {
    issuer: provider.issuer,
    label: 'Haus',
    clientId: provider.clientId,
    clientSecret: provider.clientSecret,
    ownNetwork: true,
    roleMap: [{ group: 'crisis', role: 'crisis_manager' }],
  };
  const { createOidcProvider } = await house.run(
    'mutation ($input: CreateOidcProviderInput!) { createOidcProvider(input: $input) { _id } }',
    { input },
  );
  const begun = await house.post('/api/sso/start', { provider: createOidcProvider._id });
  const back = await followProvider(begun.body.url, `${publicUrl}/api/sso/callback`);
  const landed = await house.get(`${back.pathname}${back.search}`);
  const given = Object.fromEntries(new URLSearchParams(new URL(landed.location!).hash.slice('#/sso?'.length)));
  const entered = await house.post('/api/sso/finish', { flow: begun.body.flow, ...given });
  assert.deepEqual(entered.body.user.roles, ['crisis_manager'], JSON.stringify(entered.body));
});

test('Prometheus scrapes both servers and evaluates the rules', async () => {
  assert.ok(house, 'it is not installed');
  const ask = async (what: string) =>
    JSON.parse(await first.shell(`curl --silent --fail 'http://127.0.0.1:9090/api/v1/${what}'`)).data;
  await until(async () => {
    const { result } = await ask('query?query=installation_ready');
    return result.length >= 2 && result.every(({ value }: { value: [number, string] }) => value[1] === '1');
  }, 180_000);
  const { groups } = await ask('rules');
  const rules = groups.flatMap((group: { rules: { health: string }[] }) => group.rules);
  assert.ok(rules.length >= 19);
  await until(async () => {
    const { groups: now } = await ask('rules');
    return now.every((group: { rules: { health: string }[] }) => group.rules.every(({ health }) => health === 'ok'));
  }, 180_000);
});

test('one of the servers is stopped and the other goes on', async () => {
  assert.ok(house, 'it is not installed');
  await second.shell('systemctl stop meldekette');
  for (let n = 0; n < 20; n++) assert.equal((await house.get('/readyz')).status, 200);
  await second.shell('systemctl start meldekette');
  await first.shell('systemctl restart meldekette');
  await until(async () => (await house.get('/readyz')).status === 200);
});
