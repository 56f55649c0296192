import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import sharp from 'sharp';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { cleanImage } from './image.ts';

let server: TestServer;
let user: TestClient;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  user = await server.as('editor');
});
after(() => server.stop());

const upload = async (content: Buffer, name = 'bild.png', token = user.token) => {
  const form = new FormData();
  const query = 'mutation ($file: Upload!) { uploadFile(file: $file) { id _id contentUrl mimeType size name } }';
  form.set('operations', JSON.stringify({ query, variables: { file: null } }));
  form.set('map', JSON.stringify({ 0: ['variables.file'] }));
  form.set('0', new File([new Uint8Array(content)], name, { type: 'text/html' }));
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  const response = await fetch(`${server.url}/api/graphql/`, { method: 'POST', headers, body: form });
  // biome-ignore lint/suspicious/noExplicitAny: tests read arbitrary shapes
  return (await response.json()) as any;
};
const picture = (width = 60, height = 40) => sharp({ create: { width, height, channels: 3, background: '#1e8dcb' } });

test('encodes a picture again and serves it with headers that allow nothing but a picture', async () => {
  const { uploadFile: file } = (await upload(await picture().png().toBuffer(), '../../etc/<b>‮gnp.exe')).data;
  assert.equal(file.id, `/api/v2/files/${file._id}`);
  assert.deepEqual([file.mimeType, file.name], ['image/png', '<b>gnp.exe']);
  const response = await fetch(server.url + file.contentUrl);
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('content-type'), 'image/png');
  assert.equal(response.headers.get('x-content-type-options'), 'nosniff');
  assert.equal(response.headers.get('content-security-policy'), "default-src 'none'; sandbox");
  assert.equal(response.headers.get('cross-origin-resource-policy'), 'same-origin');
  assert.match(response.headers.get('cache-control')!, /immutable/);
  assert.equal(response.headers.get('content-disposition'), 'inline; filename="-b-gnp.png"');
  const bytes = Buffer.from(await response.arrayBuffer());
  assert.equal(bytes.length, file.size);
  const { width, height } = await sharp(bytes).metadata();
  assert.deepEqual([width, height], [60, 40]);
  const headers = { 'if-none-match': response.headers.get('etag')! };
  const again = await fetch(server.url + file.contentUrl, { headers });
  assert.deepEqual([again.status, await again.text()], [304, '']);
});

test('returns 404 for unknown addresses', async () => {
  for (const key of ['1', 'x'.repeat(22), '..%2f..%2fetc%2fpasswd', "' or 1=1 --"]) {
    assert.equal((await fetch(`${server.url}/files/${encodeURIComponent(key)}`)).status, 404, key);
  }
});

test('removes the location of a photo, its orientation and data appended to it', async () => {
  const exif = { IFD0: { Copyright: 'Frieda' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } };
  const photo = await picture(60, 40).jpeg().withExif(exif).withMetadata({ orientation: 6 }).toBuffer();
  assert.ok((await sharp(photo).metadata()).exif);
  const polyglot = Buffer.concat([photo, Buffer.from('<script>alert(1)</script>')]);
  const { content, mimeType } = await cleanImage(polyglot);
  const metadata = await sharp(content).metadata();
  assert.equal(mimeType, 'image/webp');
  assert.deepEqual([metadata.exif, metadata.orientation], [undefined, undefined]);
  assert.deepEqual([metadata.width, metadata.height], [40, 60], 'turned as the camera said');
  assert.ok(!content.includes('script'));
  assert.ok(!content.includes('Frieda'));
});

test('shrinks large pictures and keeps transparency', async () => {
  const wide = await cleanImage(await picture(4000, 1000).webp().toBuffer());
  const { width, height } = await sharp(wide.content).metadata();
  assert.deepEqual([width, height], [2000, 500]);
  const clear = await sharp({ create: { width: 9, height: 9, channels: 4, background: '#00000000' } })
    .png()
    .toBuffer();
  assert.equal((await sharp((await cleanImage(clear)).content).metadata()).hasAlpha, true);
});

test('refuses files that are not pictures, too large or have too many pixels, with a reason', async () => {
  const svg = '<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  const png = await picture(600, 400).png({ compressionLevel: 0 }).toBuffer();
  const cases: [string, Buffer][] = [
    ['error_file_svg', Buffer.from(svg)],
    ['error_file_type', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['error_file_type', Buffer.from('')],
    ['error_file_type', await picture().gif().toBuffer()],
    ['error_file_type', Buffer.from('89504e470d0a1a0a', 'hex')],
    ['error_file_type', png.subarray(0, png.length / 2)],
    ['error_image_too_large', await picture(6000, 5000).png().toBuffer()],
    ['error_file_too_large', Buffer.concat([png, Buffer.alloc(5_000_001)])],
  ];
  for (const [key, content] of cases) {
    const { errors } = await upload(content);
    assert.equal(errors?.[0].message, key, content.toString('latin1', 0, 30));
    assert.deepEqual(errors[0].extensions.fields, { file: key });
  }
});

test('uploading needs a sign-in and a real upload', async () => {
  assert.equal(
    (await upload(await picture().png().toBuffer(), 'a.png', null)).errors[0].message,
    'error_unauthenticated',
  );
  const asJson = await user.send('mutation ($f: Upload!) { uploadFile(file: $f) { id } }', { f: { size: 3 } });
  assert.equal(asJson.errors![0]!.message, 'error_file_type');
});

test('only the uploader can find a file and use it as their own picture', async () => {
  const { uploadFile: file } = (await upload(await picture().png().toBuffer())).data;
  const other = await server.as('editor');
  const read = `{ file(id: "${file.id}") { _id } }`;
  assert.deepEqual((await user.run(read)).file, { _id: file._id });
  assert.equal((await other.run(read)).file, null);
  const use = 'mutation ($image: ID) { updateProfile(input: { image: $image }) { image { contentUrl } } }';
  assert.equal((await other.send(use, { image: file.id })).errors![0]!.message, 'error_not_found');
  const set = await user.run(use, { image: file.id });
  assert.equal(set.updateProfile.image.contentUrl, file.contentUrl);
  assert.equal(
    (await user.run('mutation { updateProfile(input: { firstName: "Ute" }) { image { id } } }')).updateProfile.image.id,
    file.id,
  );
  assert.equal((await user.run(use, { image: null })).updateProfile.image, null);
});
