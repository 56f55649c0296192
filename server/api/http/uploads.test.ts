import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import test, { after, before } from 'node:test';
import { SignJWT } from 'jose';
import sharp from 'sharp';
import { sessionKey } from '#server/api/viewer/viewer.ts';
import { startTestServer, type TestServer } from '#testing/server.ts';
import { until } from '#testing/until.ts';

let server: TestServer;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
});
after(() => server.stop());

/** Sends the head of an upload and nothing of its body. */
function begin(token?: string): { socket: Socket; text: () => string } {
  const { port } = new URL(server.url);
  const socket = connect(Number(port), '127.0.0.1');
  let text = '';
  socket.on('error', () => {}).on('data', (piece) => (text += String(piece)));
  const authorization = token === undefined ? '' : `authorization: Bearer ${token}\r\n`;
  socket.write(
    `POST /api/graphql HTTP/1.1\r\nhost: x\r\n${authorization}content-type: multipart/form-data; boundary=b\r\ncontent-length: 20000000\r\n\r\n--b\r\n`,
  );
  return { socket, text: () => text };
}

test('refuses an unauthenticated file before its body arrives', async () => {
  const ended = await new SignJWT({ sid: randomUUID() })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject('1')
    .setIssuer('meldekette')
    .setAudience('session')
    .setExpirationTime('1h')
    .sign(sessionKey(server.app.secrets));
  for (const [token, key] of [
    [undefined, 'error_unauthenticated'],
    ['a.b.c', 'error_session_expired'],
    [ended, 'error_session_expired'],
    [`mk_${'A'.repeat(43)}`, 'error_key_invalid'],
  ] as const) {
    const { socket, text } = begin(token);
    await until(async () => text().includes(key));
    assert.match(text(), /^HTTP\/1\.1 401 /, key);
    socket.destroy();
  }
});

const picture = sharp({ create: { width: 6, height: 4, channels: 3, background: '#1e8dcb' } });
async function upload(token: string | null): Promise<number> {
  const form = new FormData();
  const query = 'mutation ($file: Upload!) { uploadFile(file: $file) { _id } }';
  form.set('operations', JSON.stringify({ query, variables: { file: null } }));
  form.set('map', JSON.stringify({ 0: ['variables.file'] }));
  form.set('0', new File([new Uint8Array(await picture.png().toBuffer())], 'bild.png', { type: 'image/png' }));
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${server.url}/api/graphql`, { method: 'POST', headers, body: form });
  return ((await answer.json()) as { data: { uploadFile: { _id: number } } }).data.uploadFile._id;
}

test('limits the concurrent uploads of one user without delaying others', async () => {
  const [busy, other] = [await server.as('editor'), await server.as('editor')];
  const open = Array.from({ length: 4 }, () => begin(busy.token!));
  for (let round = 0; round < 3; round++) assert.ok(await upload(other.token)); // begun uploads show nothing: later ones do
  let isAnswered = false;
  const fifth = upload(busy.token).finally(() => (isAnswered = true));
  for (let round = 0; round < 3; round++) assert.ok(await upload(other.token));
  assert.equal(isAnswered, false);
  for (const { socket } of open) socket.destroy();
  assert.ok(await fifth);
});
