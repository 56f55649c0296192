import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import sharp from 'sharp';
import { limits } from '#shared/limits.ts';
import { createEvent } from '#testing/factories.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { attach, createTypeWithTemplate, somePdf } from '#testing/situation-reports.ts';

let server: TestServer;
let officer: TestClient;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  officer = await server.as('documentation_officer');
});
after(() => server.stop());

async function begin(): Promise<string> {
  const event = await createEvent(server.app.db, { eventTypeId: (await createTypeWithTemplate(server.app.db)).id });
  const document = `mutation ($event: ID!) {
    createSituationReport(input: { event: $event, data: { summary: "Lage" } }) { id } }`;
  return (await officer.run(document, { event: String(event.id) })).createSituationReport.id;
}

const add = async (id: string, file: File, who = officer) => {
  const { data, errors } = await attach(server, who, id, file);
  return { attachments: data?.attachToSituationReport?.attachments, refusal: errors?.[0]?.message };
};
const detach = `mutation ($id: ID!, $file: ID!) {
  detachFromSituationReport(id: $id, file: $file) { attachments { name } } }`;
const step = (name: string) => `mutation ($id: ID!) { ${name}SituationReport(id: $id) { status } }`;
const photo = async (format: 'png' | 'jpeg' | 'webp') =>
  new Uint8Array(
    await sharp({ create: { width: 50, height: 30, channels: 3, background: 'blue' } })
      .withExif({ IFD0: { Copyright: 'Frieda' } })
      [format]()
      .toBuffer(),
  );

test('keeps a PDF and converts pictures for mail programs by content, not by name', async () => {
  const id = await begin();
  const plan = somePdf('../Lageplan.exe');
  await add(id, plan);
  await add(id, new File([await photo('webp')], 'Foto vom Tor.webp'));
  const { attachments } = await add(id, new File([await photo('png')], 'Skizze'));
  assert.deepEqual(
    attachments.map(({ name, mimeType }: { name: string; mimeType: string }) => [name, mimeType]),
    [
      ['Lageplan.pdf', 'application/pdf'],
      ['Foto vom Tor.jpg', 'image/jpeg'],
      ['Skizze.png', 'image/png'],
    ],
  );
  const fetched = await fetch(server.url + attachments[0].contentUrl);
  assert.match(fetched.headers.get('content-disposition')!, /^attachment; /);
  assert.equal(fetched.headers.get('content-security-policy'), "default-src 'none'; sandbox");
  assert.equal(await fetched.text(), await plan.text());
  const picture = Buffer.from(await (await fetch(server.url + attachments[1].contentUrl)).arrayBuffer());
  assert.equal((await sharp(picture).metadata()).exif, undefined);
});

test('refuses other, too large and too many files with their own errors and loses nothing', async () => {
  const id = await begin();
  assert.equal((await add(id, new File(['MZ\u0000\u0001'], 'brief.pdf'))).refusal, 'error_document_type');
  assert.equal((await add(id, new File(['%PDF-1.7 cut off'], 'brief.pdf'))).refusal, 'error_document_type');
  assert.equal((await add(id, somePdf('a.pdf', limits.uploadBytes))).refusal, 'error_file_too_large');
  await add(id, somePdf('b.pdf', 4_900_000));
  await add(id, somePdf('c.pdf', 4_900_000));
  assert.equal((await add(id, somePdf('d.pdf', 400_000))).refusal, 'error_files_too_large');
  for (let n = 3; n <= limits.reportFiles; n++) await add(id, somePdf(`${n}.pdf`));
  assert.equal((await add(id, somePdf('e.pdf'))).refusal, 'error_too_many_files');
  const read = 'query ($id: ID!) { situationReport(id: $id) { attachments { name } } }';
  assert.equal((await officer.run(read, { id })).situationReport.attachments.length, limits.reportFiles);
});

test('files change only while the report is written; removed files lose their address', async () => {
  const id = await begin();
  await add(id, somePdf('a.pdf'));
  const { attachments } = await add(id, somePdf('b.pdf'));
  const [first, second] = attachments;
  const status = async ({ contentUrl }: { contentUrl: string }) => (await fetch(server.url + contentUrl)).status;
  const left = (await officer.run(detach, { id, file: first.id })).detachFromSituationReport.attachments;
  assert.deepEqual([left, await status(first), await status(second)], [[{ name: 'b.pdf' }], 404, 200]);
  const other = await begin();
  const foreign = await officer.send(detach, { id: other, file: second.id });
  assert.equal(foreign.errors?.[0]?.message, 'error_not_found');
  await officer.run(step('submit'), { id });
  assert.equal((await add(id, somePdf('c.pdf'))).refusal, 'error_situation_report_fixed');
  const late = await officer.send(detach, { id, file: second.id });
  assert.equal(late.errors?.[0]?.message, 'error_situation_report_fixed');
  assert.equal(await status(second), 200);
  await officer.run(step('withdraw'), { id });
  await officer.run(step('discard'), { id });
  assert.equal(await status(second), 404);
});

test('many concurrent files never exceed the limits', async () => {
  const id = await begin();
  const answers = await Promise.all(Array.from({ length: 14 }, (_, at) => add(id, somePdf(`${at}.pdf`))));
  assert.equal(answers.filter(({ refusal }) => !refusal).length, limits.reportFiles);
  assert.deepEqual([...new Set(answers.flatMap(({ refusal }) => refusal ?? []))], ['error_too_many_files']);
});
