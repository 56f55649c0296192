import assert from 'node:assert/strict';
import { networkInterfaces } from 'node:os';
import test from 'node:test';
import { loadConfig } from './config.ts';
import { allowedOf, isEntry, isNamedInside, isPublic, isThisMachine, mayDial } from './network-address.ts';

const inside = [
  ...['0.0.0.0', '0.1.2.3', '10.0.0.1', '10.255.255.255', '100.64.0.1', '100.127.255.255', '127.0.0.1', '127.9.9.9'],
  ...['169.254.169.254', '172.16.0.1', '172.31.255.255', '192.0.0.192', '192.168.1.1', '198.18.0.1', '224.0.0.1'],
  ...['240.0.0.1', '255.255.255.255', '::', '::1', '::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:a9fe:a9fe'],
  ...['::ffff:8.8.8.8', '::127.0.0.1', '64:ff9b::7f00:1', '64:ff9b::808:808', '64:ff9b:1::1', '100::1', 'fc00::1'],
  ...['fd00:ec2::254', 'fe80::1', 'fe80::1%eth0', 'fec0::1', 'ff02::1', '2001::1', '2001:db8::1', '2002:7f00:1::'],
  ...['not an address', ''],
];
const outside = ['8.8.8.8', '100.63.255.255', '100.128.0.1', '172.15.0.1', '172.32.0.1', '2606:4700::1111', '2a00::1'];

test('only addresses of the public internet are public', () => {
  for (const address of inside) assert.equal(isPublic(address), false, address);
  for (const address of outside) assert.equal(isPublic(address), true, address);
});

test('the list permits exactly its entries', () => {
  const allowed = allowedOf(['10.1.0.0/16', 'siren.klinik.example', '192.168.7.7', 'fd12::/16']);
  assert.ok(mayDial('x.example', '10.1.200.3', allowed));
  assert.ok(mayDial('x.example', 'fd12::9', allowed));
  assert.ok(mayDial('Siren.Klinik.example', '172.16.0.9', allowed));
  for (const address of ['10.2.0.1', '192.168.7.8', 'fd13::1', '127.0.0.1']) {
    assert.equal(mayDial('x.example', address, allowed), false, address);
  }
  assert.ok(isNamedInside(new URL('http://192.168.7.7/x'), allowed));
  assert.equal(isNamedInside(new URL('http://evil.siren.klinik.example/'), allowed), false);
  assert.equal(mayDial('x.example', '127.0.0.1', allowedOf([])), false, 'an empty list permits nothing');
});

test('recognizes this machine and excludes it from channels unless the operator permits it', () => {
  for (const address of ['127.0.0.1', '127.9.9.9', '::1', '::', '::ffff:127.0.0.1', '::ffff:7f00:1'])
    assert.ok(isThisMachine(address), address);
  for (const { address } of Object.values(networkInterfaces()).flatMap((all) => all ?? []))
    assert.ok(isThisMachine(address), address);
  for (const address of ['10.255.255.254', '192.168.254.253', 'fd12::1', '8.8.8.8', '128.0.0.1'])
    assert.ok(!isThisMachine(address), address);
  assert.equal(loadConfig({}).LOCAL_CHANNELS, false);
  assert.equal(loadConfig({ LOCAL_CHANNELS: '1' }).LOCAL_CHANNELS, true);
});

test('never calls metadata addresses of clouds for any permission', () => {
  const everything = { host: () => true, address: () => true };
  const secrets = [
    '169.254.169.254',
    '100.100.100.200',
    '168.63.129.16',
    '192.0.0.192',
    'fd00:ec2::254',
    'fd20:ce::254',
  ];
  for (const address of secrets) {
    assert.equal(mayDial('metadata', address, everything), false, address);
    assert.equal(isPublic(address), false, address);
  }
});

test('an unreadable entry is a configuration error', () => {
  for (const entry of ['10.0.0.0/8', '::1', 'fd00::/8', 'pager', 'siren.klinik.example'])
    assert.ok(isEntry(entry), entry);
  for (const entry of ['10.0.0.0/33', 'x/8', 'a b', 'http://x', '10.0.0.0/8/8', '*']) assert.ok(!isEntry(entry), entry);
  assert.throws(() => loadConfig({ WEBHOOK_ALLOWED_HOSTS: 'pager, http://x' }), /WEBHOOK_ALLOWED_HOSTS/);
  assert.deepEqual(loadConfig({ WEBHOOK_ALLOWED_HOSTS: ' pager, 10.0.0.0/8 ' }).WEBHOOK_ALLOWED_HOSTS, [
    'pager',
    '10.0.0.0/8',
  ]);
});
