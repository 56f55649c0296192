import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import sharp from 'sharp';
import { settings } from '#shared/settings.ts';
import { get } from '#testing/rest.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';

let server: TestServer;
let administrator: TestClient;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  administrator = await server.as('administrator');
});
after(() => server.stop());

const document = `mutation ($valueKey: String!, $valueStr: String, $valueBlob: ID) {
  updateSystemSetting(valueKey: $valueKey, valueStr: $valueStr, valueBlob: $valueBlob) {
    valueKey valueStr valueBlob { _id contentUrl } } }`;
const set = (valueKey: string, values: { valueStr?: string | null; valueBlob?: string | null }, by = administrator) =>
  by.send(document, { valueKey, ...values });
const stored = async (valueKey: string, valueStr: string) => {
  const { data, errors } = await set(valueKey, { valueStr });
  assert.equal(errors, undefined, `${valueKey} ${valueStr} ${JSON.stringify(errors)}`);
  return data.updateSystemSetting.valueStr;
};

test('a fresh installation has exactly the known settings', async () => {
  const { systemSettings } = await administrator.run('{ systemSettings { edges { node { valueKey } } } }');
  const keys = systemSettings.edges.map(({ node }: { node: { valueKey: string } }) => node.valueKey);
  assert.deepEqual(new Set(keys), new Set(Object.keys(settings)));
});

test('checks values by key and normalizes them', async () => {
  const good: [string, string, string | null][] = [
    ['system_name', '  Klinikum  ', 'Klinikum'],
    ['organisation_name', '', null],
    ['time_zone', 'europe/vienna', 'Europe/Vienna'],
    ['default_country', 'at', 'AT'],
    ['default_language', 'en', 'en'],
    ['server_type', 'production', 'production'],
    ['undo_seconds', '0', '0'],
    ['answer_wait_minutes', '007', '7'],
    ['sms_budget_month', '99,5', '99.50'],
    ['registration_open', 'false', 'false'],
    ['registration_open', 'yes', 'true'],
    ['default_language', 'Deutsch', 'de'],
    ['imprint_url', 'https://example.org/impressum', 'https://example.org/impressum'],
    ['map_style_url', '/map/style.json', '/map/style.json'],
    ['retention_months', ' ', null],
    ['totp_roles', 'system_owner, editor', 'editor,system_owner'], // not the administrator, who would have to set it up at once
    ['totp_roles', '', null],
  ];
  for (const [key, given, expected] of good) assert.equal(await stored(key, given), expected, key);
  const bad: [string, string, string][] = [
    ['system_name', '', 'error_required'],
    ['system_name', 'x'.repeat(61), 'error_too_long'],
    ['time_zone', 'Europe/Atlantis', 'error_unknown_choice'],
    ['time_zone', '+01:00', 'error_unknown_choice'],
    ['default_country', 'ZZ', 'error_unknown_choice'],
    ['default_language', 'fr', 'error_unknown_choice'],
    ['server_type', 'staging', 'error_unknown_choice'],
    ['undo_seconds', '-1', 'error_invalid_number'],
    ['undo_seconds', '601', 'error_invalid_number'],
    ['session_hours', '0', 'error_invalid_number'],
    ['session_hours', '1e3', 'error_invalid_number'],
    ['sms_budget_month', '1.234,50', 'error_invalid_number'],
    ['registration_open', 'maybe', 'error_invalid_input'],
    ['totp_roles', 'administrator,root', 'error_unknown_choice'],
    ['imprint_url', 'javascript:alert(1)', 'error_invalid_url'],
    ['imprint_url', 'mailto:a@example.org', 'error_invalid_url'],
    ['privacy_url', '//evil.example', 'error_invalid_url'],
  ];
  for (const [key, valueStr, fault] of bad) {
    assert.deepEqual(
      (await set(key, { valueStr })).errors?.[0]?.extensions.fields,
      { valueStr: fault },
      `${key} ${valueStr}`,
    );
  }
  const unknown = await set('no_such_key', { valueStr: 'x' });
  assert.deepEqual(unknown.errors![0]!.extensions.fields, { valueKey: 'error_unknown_choice' });
  assert.equal(
    (await set('system_name', { valueStr: 'x' }, await server.as('editor'))).errors![0]!.message,
    'error_forbidden',
  );
});

async function uploadDrawing(size = 'width="9" height="9"'): Promise<{ id: string; contentUrl: string }> {
  const form = new FormData();
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${size}><path d="M0 0h9v9z"/></svg>`;
  const query = 'mutation ($file: Upload!) { uploadFile(file: $file) { id contentUrl } }';
  form.set('operations', JSON.stringify({ query, variables: { file: null } }));
  form.set('map', JSON.stringify({ file: ['variables.file'] }));
  form.set('file', new Blob([svg]), 'logo.svg');
  const headers = { authorization: `Bearer ${administrator.token}`, 'apollo-require-preflight': 'true' };
  const response = await fetch(`${server.url}/api/graphql/`, { method: 'POST', headers, body: form });
  return ((await response.json()) as { data: { uploadFile: { id: string; contentUrl: string } } }).data.uploadFile;
}

test('a logo is an uploaded picture and shows at once, also when signed out', async () => {
  const file = await uploadDrawing();
  const other = await server.as('administrator');
  assert.equal((await set('system_logo', { valueBlob: file.id }, other)).errors![0]!.message, 'error_not_found');
  assert.equal((await set('system_logo', { valueStr: 'x' })).errors![0]!.message, 'error_invalid_input');
  assert.equal((await set('system_name', { valueBlob: file.id })).errors![0]!.message, 'error_invalid_input');
  const { data } = await set('system_logo', { valueBlob: file.id });
  assert.equal(data.updateSystemSetting.valueBlob.contentUrl, file.contentUrl);
  assert.equal((await get(server, '/api/status')).body.logoUrl, file.contentUrl);
  assert.equal((await get(server, file.contentUrl)).status, 200);
  const { auditEntries } = await administrator.run(
    '{ auditEntries(type: "SystemSetting", first: 1) { edges { node { after } } } }',
  );
  assert.match(auditEntries.edges[0].node.after.file, /^logo\.\w+ \(\d+\)$/, 'the log names it');
  assert.equal((await set('system_logo', { valueBlob: null })).data.updateSystemSetting.valueBlob, null);
});

test('mails show their own logo, as pixels also for a drawing, or else the general logo', async () => {
  const file = await uploadDrawing();
  const preview = `{ previewSystemMail(identifier: "user_approved", language: "de") { html } }`;
  assert.ok(!(await administrator.run(preview)).previewSystemMail.html.includes('<img'));
  await set('system_logo', { valueBlob: file.id });
  assert.ok((await administrator.run(preview)).previewSystemMail.html.includes(file.contentUrl));
  const own = await uploadDrawing('width="200" height="100"');
  const { data } = await set('mail_logo', { valueBlob: own.id });
  const { contentUrl } = data.updateSystemSetting.valueBlob;
  const picture = await fetch(server.url + contentUrl);
  assert.equal(picture.headers.get('content-type'), 'image/png');
  assert.equal((await sharp(Buffer.from(await picture.arrayBuffer())).metadata()).height, 512);
  const { html } = (await administrator.run(preview)).previewSystemMail;
  assert.ok(html.includes(`<img src="${server.app.publicUrl}${contentUrl}" alt="`), html);
});

test('returns only the values of the sign-in page when signed out', async () => {
  const { systemSettings } = await (await server.client()).run('{ systemSettings { edges { node { valueKey } } } }');
  const keys = systemSettings.edges.map(({ node }: { node: { valueKey: string } }) => node.valueKey);
  const shown = ['system_name', 'organisation_name', 'system_logo', 'favicon', 'default_language', 'registration_open'];
  assert.deepEqual(keys.toSorted(), [...shown, 'imprint_url', 'privacy_url'].toSorted());
});

test('subscribers receive a change, and the audit log records it', async () => {
  const heard = Promise.withResolvers<void>();
  const unwatch = server.app.live.watch('system', heard.resolve);
  await stored('organisation_name', 'Klinikum Nord');
  await heard.promise;
  unwatch();
  const entry = await server.app.db
    .selectFrom('auditEntries')
    .select(['byUserId', 'label', 'before', 'after'])
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  const expected = { before: { value: null }, after: { value: 'Klinikum Nord' } };
  assert.deepEqual(entry, { byUserId: administrator.userId, label: 'organisation_name', ...expected });
});
