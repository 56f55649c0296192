import assert from 'node:assert/strict';
import test from 'node:test';
import { type ServerSentEvent, serverSentEvents } from './server-sent-events.ts';

const body = (pieces: Uint8Array<ArrayBuffer>[]): ReadableStream<Uint8Array<ArrayBuffer>> =>
  new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });

async function read(...pieces: (string | Uint8Array<ArrayBuffer>)[]): Promise<ServerSentEvent[]> {
  const bytes = pieces.map((piece) => (typeof piece === 'string' ? new TextEncoder().encode(piece) : piece));
  const events: ServerSentEvent[] = [];
  for await (const event of serverSentEvents(body(bytes))) events.push(event);
  return events;
}

test('reads complete events for any network chunks', async () => {
  const bytes = new TextEncoder().encode('event: next\ndata: {"name":"Übung"}\n\nevent: complete\ndata:\n\n');
  const expected = [
    { name: 'next', data: '{"name":"Übung"}' },
    { name: 'complete', data: '' },
  ];
  assert.deepEqual(await read(...Array.from(bytes, (byte) => Uint8Array.of(byte))), expected);
  assert.deepEqual(await read(bytes), expected);
});

test('ignores comments and empty blocks, accepts CRLF and data over several lines', async () => {
  assert.deepEqual(await read(': ping\n\n\n\n'), []);
  assert.deepEqual(await read('event: next\r', '\ndata: a\r\ndata: b\r\n\r\n'), [{ name: 'next', data: 'a\nb' }]);
});

test('drops a truncated event', async () => {
  assert.deepEqual(await read('event: next\ndata: {"half"'), []);
});

test('every piece counts as a sign of life', async () => {
  let heard = 0;
  const pieces = [': ping\n\n', ': ping\n\n'].map((text) => new TextEncoder().encode(text));
  for await (const event of serverSentEvents(body(pieces), () => (heard += 1))) assert.fail(event.name);
  assert.equal(heard, 2);
});
