import assert from 'node:assert/strict';
import { once } from 'node:events';
import net from 'node:net';
import test, { after } from 'node:test';
import type { CallOptions } from '#server/platform/call.ts';
import { allowedOf } from '#server/platform/network-address.ts';
import { type Receiver, startReceiver } from '#testing/fakes/receiver.ts';
import { postOutbound } from './post.ts';

const started: Receiver[] = [];
after(() => Promise.all(started.map((receiver) => receiver.stop())));

async function receiver(...answer: Parameters<typeof startReceiver>): Promise<Receiver> {
  const made = await startReceiver(...answer);
  started.push(made);
  return made;
}

const here = allowedOf(['127.0.0.1']);
const send = (url: string, options: Partial<CallOptions> = {}) =>
  postOutbound(new URL(url), { 'content-type': 'application/json' }, '{}', {
    allowed: here,
    timeout: 60_000,
    ...options,
  });

test('the status decides; the start of the answer is stored without control characters', async () => {
  for (const [status, error] of [
    [200, null],
    [204, null],
    [299, null],
    [302, 'redirect'],
    [404, 'status'],
    [410, 'gone'],
    [500, 'status'],
  ] as const) {
    const { url } = await receiver(
      (response) => void response.writeHead(status).end(status === 204 ? '' : `a\u0000b\n${'x'.repeat(500)}`),
    );
    const reply = await send(url);
    assert.deepEqual([reply.status, reply.error], [status, error]);
    if (status !== 204) assert.equal(reply.response, `a b ${'x'.repeat(196)}`);
  }
});

test('follows no redirect', async () => {
  const target = await receiver();
  const { url } = await receiver((response) => void response.writeHead(302, { location: target.url }).end());
  assert.equal((await send(url)).error, 'redirect');
  assert.equal(target.got.length, 0);
});

test('reads 64 KiB of an endless answer and closes the connection', async () => {
  let closed: Promise<unknown> | undefined;
  const { url } = await receiver((response) => {
    closed = once(response, 'close');
    response.writeHead(200);
    const pour = () => {
      while (!response.destroyed && response.write('x'.repeat(16_384)));
      response.once('drain', pour);
    };
    response.on('error', () => {});
    pour();
  });
  assert.equal((await send(url)).error, null);
  await closed;
});

test('gives up a receiver that never answers; an endless answer counts by its status', async () => {
  const silent = await receiver(() => {});
  assert.deepEqual(await send(silent.url, { timeout: 300 }), {
    status: null,
    error: 'timeout',
    retryAfter: null,
    response: '',
  });
  const slow = await receiver((response) => void response.writeHead(200).write('ok'));
  // on a busy machine the status may arrive later than after half a second
  let reply = await send(slow.url, { timeout: 500 });
  for (let timeout = 1_000; reply.status === null && timeout < 60_000; timeout *= 2)
    reply = await send(slow.url, { timeout });
  assert.deepEqual([reply.status, reply.error, reply.response], [200, null, 'ok']);
});

test('a refused connection, an unknown name and a bad certificate each have their own error', async () => {
  const gone = await receiver();
  await gone.stop();
  started.splice(started.indexOf(gone), 1);
  assert.equal((await send(gone.url)).error, 'connection');
  const noName = () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' }));
  assert.equal((await send('https://nobody.example/', { resolve: noName })).error, 'dns');
  const { url } = await receiver();
  assert.equal((await send(url.replace('http:', 'https:'))).error, 'tls');
});

test('does not connect to the internal network in any notation', async () => {
  const dialled: string[] = [];
  const trap = net.createServer((socket) => {
    dialled.push(String(socket.localAddress));
    socket.destroy();
  });
  after(() => trap.close());
  await new Promise<void>((done) => trap.listen(0, '::', done));
  const { port } = trap.address() as net.AddressInfo;
  const hosts = [
    ...[
      '127.0.0.1',
      '2130706433',
      '0x7f.1',
      '0177.0.0.1',
      '0.0.0.0',
      '0',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '[::ffff:7f00:1]',
    ],
    ...['[64:ff9b::7f00:1]', '[::]', 'localhost', 'localhost.', '169.254.169.254', '[::ffff:a9fe:a9fe]', '10.0.0.1'],
  ];
  for (const host of hosts) {
    for (const protocol of ['https', 'http']) {
      const reply = await send(`${protocol}://${host}:${port}/`, { allowed: allowedOf([]), timeout: 60_000 });
      // not every machine knows a localhost with a dot
      assert.ok(
        reply.error === 'blocked' || (host === 'localhost.' && reply.error === 'dns'),
        `${host}: ${reply.error}`,
      );
    }
  }
  assert.deepEqual(dialled, []);
});

test('does not connect to a name with both a public and an internal address', async () => {
  const resolve = async () => [
    { address: '93.184.216.34', family: 4 },
    { address: '127.0.0.1', family: 4 },
  ];
  assert.equal((await send('https://two.example/', { allowed: allowedOf([]), resolve })).error, 'blocked');
});

test('connects a changing name at its checked address and resolves it once', async () => {
  const { url, got } = await receiver();
  const { port } = new URL(url);
  const answers = ['127.0.0.1', '169.254.169.254'];
  let asked = 0;
  const resolve = async () => [{ address: answers[asked++] ?? '169.254.169.254', family: 4 }];
  const allowed = { host: () => false, address: (address: string) => address === '127.0.0.1' };
  const options = {
    allowed: { ...allowed, host: (name: string) => name === 'rebind.example' && asked === 0 },
    resolve,
  };
  assert.equal((await send(`http://rebind.example:${port}/`, options)).error, null);
  assert.deepEqual([asked, got.length], [1, 1]);
  const again = await send(`https://rebind.example:${port}/`, { allowed, resolve });
  assert.equal(again.error, 'blocked', 'the second answer is checked like the first');
});

test('a receiver sets its retry delay in seconds or as a date', async () => {
  const date = new Date(Date.now() + 90_000).toUTCString();
  for (const [value, least, most] of [
    ['120', 120, 120],
    [date, 80, 91],
  ] as const) {
    const { url } = await receiver((response) => void response.writeHead(503, { 'retry-after': value }).end());
    const { retryAfter } = await send(url);
    assert.ok(retryAfter! >= least && retryAfter! <= most, `${retryAfter}`);
  }
  const { url } = await receiver((response) => void response.writeHead(503, { 'retry-after': 'soon' }).end());
  assert.equal((await send(url)).retryAfter, null);
});
