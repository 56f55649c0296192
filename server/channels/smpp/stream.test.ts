import assert from 'node:assert/strict';
import { once } from 'node:events';
import net, { type AddressInfo, type Socket } from 'node:net';
import test, { after } from 'node:test';
import { until } from '#testing/until.ts';
import { commands, encodePdu, type Pdu, responseTo } from './pdu.ts';
import { PduStream } from './stream.ts';

const servers: net.Server[] = [];
after(() => {
  for (const server of servers) server.close();
});

/** Connects a stream; returns it with the other side's socket. */
async function connected(hear: (request: Pdu, stream: PduStream) => void = () => {}): Promise<[PduStream, Socket]> {
  const server = net.createServer().listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const other = once(server, 'connection');
  const stream: PduStream = new PduStream({ host: '127.0.0.1', port, tls: false }, (request) => hear(request, stream));
  await once(stream.socket, 'connect');
  const [socket] = (await other) as [Socket];
  socket.on('error', () => {});
  return [stream, socket];
}

const empty = Buffer.alloc(0);
const answerTo = (sequence: number, command: number = commands.enquire_link) =>
  encodePdu({ command: responseTo(command), status: 0, sequence, body: empty });
const isClosed = (stream: PduStream) => until(() => stream.socket.destroyed);

test('answers in any order and in single octets reach their requests; late and foreign ones reach none', async () => {
  const [stream, other] = await connected();
  const answered: string[] = [];
  const ask = (name: string) => stream.ask(commands.enquire_link, empty, () => answered.push(name))!;
  const [, forget] = [ask('first'), ask('late'), ask('third')];
  forget();
  for (const sequence of [99, 3, 3, 2, 0, 1]) {
    for (const octet of answerTo(sequence)) other.write(Buffer.from([octet]));
  }
  await until(() => answered.length === 2);
  assert.deepEqual(answered, ['third', 'first']);
  other.write(answerTo(4).subarray(0, 11));
  ask('half');
  other.end();
  await isClosed(stream);
  assert.deepEqual(answered, ['third', 'first']);
  assert.equal(
    stream.ask(commands.enquire_link, empty, () => {}),
    null,
    'nothing is written after the end',
  );
});

test('an impossible length ends the connection, also after a request that was heard', async () => {
  for (const length of [0, 15, 70_001, 0xffff_ffff]) {
    const heard: number[] = [];
    const [stream, other] = await connected(({ sequence }) => heard.push(sequence));
    const wrong = Buffer.alloc(16);
    wrong.writeUInt32BE(length);
    const request = encodePdu({ command: commands.enquire_link, status: 0, sequence: 7, body: empty });
    other.write(Buffer.concat([request, wrong, request]));
    await isClosed(stream);
    assert.deepEqual(heard, [7], String(length));
  }
});

test('a flood of requests whose answers stay unread ends the connection instead of filling the memory', async () => {
  let heard = 0;
  const [stream, other] = await connected(({ sequence }, answering) => {
    heard++;
    answering.respond({ command: responseTo(commands.enquire_link), status: 0, sequence, body: empty });
  });
  stream.socket.cork(); // as if the other side read nothing
  const request = encodePdu({ command: commands.enquire_link, status: 0, sequence: 1, body: empty });
  const flood = Buffer.concat(Array.from({ length: 100_000 }, () => request));
  other.write(flood);
  await isClosed(stream);
  assert.ok(heard < 40_000, String(heard));
});
