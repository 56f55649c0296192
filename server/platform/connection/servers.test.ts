import assert from 'node:assert/strict';
import test from 'node:test';
import { faultOfServers, serverName, serversOf } from './servers.ts';

test('an address with one server of any kind stays as it is', () => {
  for (const url of [
    'postgres://a:b,c@host/db',
    'postgres:///db?host=%2Frun%2Fpostgresql',
    'postgres://a@[::1]:5433/db',
  ])
    assert.equal(serversOf(url), null, url);
});

test('divides a list of servers, in the address or as parameters', () => {
  assert.deepEqual(serversOf('postgres://a:b%40c@one:5433,[::1]:5434,three/db?sslmode=verify-full'), {
    urls: [
      'postgres://a:b%40c@one:5433/db?sslmode=verify-full',
      'postgres://a:b%40c@[::1]:5434/db?sslmode=verify-full',
      'postgres://a:b%40c@three/db?sslmode=verify-full',
    ],
    accepts: 'read-write',
  });
  assert.deepEqual(serversOf('postgres://a@/db?host=/run/one,two&port=5433,5434&target_session_attrs=primary'), {
    urls: ['postgres://a@/db?host=%2Frun%2Fone&port=5433', 'postgres://a@/db?host=two&port=5434'],
    accepts: 'primary',
  });
  assert.deepEqual(serversOf('postgres://a@localhost:5433/db?host=/run/one,two')?.urls, [
    'postgres://a@/db?host=%2Frun%2Fone&port=5433',
    'postgres://a@/db?host=two&port=5433',
  ]);
  assert.deepEqual(serversOf('postgresql://one,two/db?target_session_attrs=any&port=5433')?.accepts, 'any');
  assert.deepEqual(serversOf('postgres://one/db?target_session_attrs=read-write'), {
    urls: ['postgres://one/db'],
    accepts: 'read-write',
  });
});

test('names what is wrong with a list of servers, without repeating it', () => {
  const faults: [string, RegExp][] = [
    ['postgres://a:secret@one:x,two/db', /2 hosts, and number 1 can't be read/],
    ['postgres://a:secret@one,two:70000/db', /number 2 can't be read/],
    ['postgres://a:secret@one,,three/db', /3 hosts, and number 2 can't be read/],
    ['postgres://a:secret@/db?host=one,two&port=1,2,3', /2 hosts, but 3 ports/],
    ['postgres://a:secret@/db?host=one,two&port=x', /number 1 can't be read/],
    [
      'postgres://a:secret@one,two/db?target_session_attrs=standby',
      /unknown target_session_attrs=standby: use one of any,/,
    ],
    ['postgres://a:secret@one/db?target_session_attrs=', /unknown target_session_attrs=: use/],
    ['postgres://a:secret,with/slash@one/db', /can't be read/],
  ];
  for (const [url, fault] of faults) {
    const found = faultOfServers(url) ?? 'none';
    assert.match(found, fault, url);
    assert.doesNotMatch(found, /secret/);
  }
});

test('names a server without user and password', () => {
  assert.equal(serverName('postgres://a:b@one/db'), 'one:5432');
  assert.equal(serverName('postgres://a:b@[::1]:5434/db'), '[::1]:5434');
  assert.equal(serverName('postgres://a:b@%2Frun%2Fpostgresql/db'), '/run/postgresql');
  assert.equal(serverName('postgres://a:b@/db?host=%2Frun%2Fone&port=5433'), '/run/one:5433');
});
