import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import sharp from 'sharp';
import { storeFile } from '#server/api/files/store.ts';
import { createEvent, createEventType } from '#testing/factories.ts';
import { readPdfTexts } from '#testing/pdf.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { createTypeWithTemplate } from '#testing/situation-reports.ts';

let server: TestServer;
let officer: TestClient;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  officer = await server.as('documentation_officer');
});
after(() => server.stop());

async function begin(data: object, values: Parameters<typeof createEvent>[1] = {}) {
  const event = await createEvent(server.app.db, {
    eventTypeId: (await createTypeWithTemplate(server.app.db)).id,
    ...values,
  });
  return { event, report: await next(event.id, data) };
}

async function next(event: number, data: object): Promise<{ id: string; pdfUrl: string }> {
  const document = `mutation ($event: ID!, $data: JSON) {
    createSituationReport(input: { event: $event, data: $data }) { id pdfUrl } }`;
  return (await officer.run(document, { event: String(event), data })).createSituationReport;
}

async function fetchPdf(path: string, who: TestClient = officer) {
  const response = await fetch(server.url + path, { headers: { authorization: `Bearer ${who.token}` } });
  assert.equal(response.headers.get('content-type'), 'application/pdf', `${response.status}`);
  const pdf = Buffer.from(await response.arrayBuffer());
  return { pdf, headers: response.headers, ...readPdfTexts(pdf) };
}

test('only a signed-in token reads the PDF, and only when it has content', async () => {
  const { report, event } = await begin({ summary: 'x' });
  assert.equal((await fetch(server.url + report.pdfUrl)).status, 401);
  const token = { authorization: `Bearer ${officer.token}` };
  assert.equal((await fetch(`${server.url}/api/v2/situation_reports/999999.pdf`, { headers: token })).status, 404);
  assert.equal((await fetch(`${server.url}/api/v2/situation_reports/x.pdf`, { headers: token })).status, 400);
  assert.equal((await fetchPdf(report.pdfUrl, await server.as('contact_manager'))).pages.length, 1);
  const plain = await fetch(server.url + report.id, { headers: token });
  assert.equal(((await plain.json()) as { number: number }).number, 1);
  await server.app.db.updateTable('events').set({ isActive: false }).where('id', '=', event.id).execute();
  assert.equal((await fetch(server.url + report.pdfUrl, { headers: token })).status, 404);
});

test('contains every field with letters of many languages in the reader’s language', async () => {
  const { report } = await begin(
    {
      summary:
        'Łódź, Øresund, façade, „Straße“ – 3 €, Mu\u0308ller geht von Haus 3 → Sammelplatz, 10\u202f% fehlen ✓ ☎ 112, Übersetzer: محمد',
      injured: 1234,
      assessment: 'kritisch',
      resources: [['Feuerwehr', 'zwölf Züge']],
    },
    { name: 'Übelgönne/<script>' },
  );
  const { text, headers } = await fetchPdf(report.pdfUrl);
  for (const part of ['Lagebericht Nr. 1', 'Zusammenfassung', 'Łódź, Øresund, façade, „Straße“ – 3 €', '1.234']) {
    assert.ok(text.includes(part), part);
  }
  const drawn = text.replaceAll(/\s+/g, ' ');
  for (const part of ['Müller geht', '-> Sammelplatz', '[x] Tel. 112', 'U+0645']) assert.ok(drawn.includes(part), part);
  assert.ok(!text.includes('\u0000') && !text.includes('\u0308'), 'no sign is a box');
  for (const part of ['kritisch', 'Feuerwehr', 'zwölf Züge', 'ENTWURF – nicht freigegeben', 'Bisher wurde nichts']) {
    assert.ok(text.includes(part), part);
  }
  assert.equal(
    headers.get('content-disposition'),
    'inline; filename="lagebericht-1-Uebelgoenne-script.pdf"; filename*=UTF-8\'\'lagebericht-1-%C3%9Cbelg%C3%B6nne-script.pdf',
  );
  const english = await server.as('crisis_manager');
  await english.run('mutation { changeLanguage(language: "en") { id } }');
  const translated = await fetchPdf(report.pdfUrl, english);
  for (const part of ['Situation report no. 1', 'Summary', '1,234', 'DRAFT – not approved', 'Page 1 of 2']) {
    assert.ok(translated.text.includes(part), part);
  }
});

test('prints log entries in the reader’s language every time', async () => {
  const { event } = await begin({ summary: 'x' });
  const editor = await server.as('editor');
  await editor.run('mutation ($i: UpdateEventInput!) { updateEvent(input: $i) { id } }', {
    i: { id: String(event.id), name: 'Sturmflut' },
  });
  await editor.run('mutation ($event: ID!) { addLogEntry(event: $event, text: "Deich gesichert") { id } }', {
    event: String(event.id),
  });
  const { pdfUrl } = await next(event.id, {});
  const english = await server.as('crisis_manager');
  await english.run('mutation { changeLanguage(language: "en") { id } }');
  for (const [reader, sentence, other] of [
    [officer, 'Ereignis geändert: Name', 'Event changed'],
    [english, 'Event changed: name', 'Ereignis geändert'],
  ] as const) {
    const { text } = await fetchPdf(pdfUrl, reader);
    assert.ok(text.includes(sentence), sentence);
    assert.ok(!text.includes(other), other);
    assert.ok(text.includes('Deich gesichert'));
  }
});

test('numbers pages, marks each page of an exercise and fits long words and tables', async () => {
  const word = 'Donaudampfschifffahrtsgesellschaft'.repeat(20);
  const resources = Array.from({ length: 120 }, (_, at) => [`Zug ${at + 1} ${at === 5 ? word : ''}`, '3']);
  const { report } = await begin({ summary: `${word}\n${'Zeile\n'.repeat(80)}`, resources }, { mode: 'EXERCISE' });
  const { pages, boxes, rightmost } = await fetchPdf(report.pdfUrl);
  assert.ok(pages.length >= 4, `${pages.length} pages`);
  for (const [at, page] of pages.entries()) {
    assert.ok(page.includes('ÜBUNG – kein echtes Ereignis'), `page ${at + 1}`);
    assert.ok(page.includes(`Seite ${at + 1} von ${pages.length}`), `page ${at + 1}`);
  }
  assert.ok(pages.some((page) => page.includes('Zug 120')));
  assert.ok(
    pages.slice(2, -1).some((page) => page.includes('Bereich')),
    'the head of the table is repeated',
  );
  assert.deepEqual([...new Set(boxes)], ['0 0 595.28 841.89']);
  assert.ok(rightmost < 545, `text begins at ${rightmost}`);
  const live = await begin({ summary: 'x' });
  assert.ok(!(await fetchPdf(live.report.pdfUrl)).text.includes('ÜBUNG'));
});

test('is tagged for screen readers, embeds fonts and hyphenates without breaking read words', async () => {
  const word = 'Krankenhausalarmplanung ';
  const { report } = await begin({ summary: word.repeat(30), resources: [['Feuerwehr', 'zwölf']], injured: 3 });
  const { pdf, text } = await fetchPdf(report.pdfUrl);
  const source = pdf.toString('latin1');
  for (const part of ['/StructTreeRoot', '/Marked true', '/Lang (de)', '/DisplayDocTitle true', '<pdfuaid:part>1<'])
    assert.ok(source.includes(part), part);
  const count = (tag: string) => source.split(`/S /${tag}\n`).length - 1;
  assert.deepEqual(['Document', 'H1', 'THead'].map(count), [1, 1, 1]);
  assert.ok(count('H2') > 0 && count('H3') >= 5 && count('TH') > 5 && count('TD') > 5);
  const fonts = new Set(source.match(/\/BaseFont \/(\S+)/g));
  assert.equal(source.split('/FontFile2').length - 1, fonts.size);
  assert.match(text, /Kranken - haus|Krankenhaus - alarm|alarmpla - nung/);
});

test('uses English names in an English file for every reader', async () => {
  const { db } = server.app;
  const template = JSON.stringify({
    version: 1,
    sections: [
      {
        key: 'situation',
        title: 'Lage',
        fields: [
          { key: 'event', kind: 'facts', source: 'event', label: 'Ereignis' },
          {
            key: 'calm',
            kind: 'choice',
            label: 'Bewertung',
            options: ['ruhig', 'ernst'],
            optionsEn: ['calm', 'grave'],
          },
          { key: 'staff', kind: 'table', label: 'Kräfte', columns: ['Bereich', 'Zahl'], columnsEn: ['Area', 'Number'] },
        ],
      },
    ],
  });
  const type = await createEventType(db, {
    name: 'Stromausfall',
    nameEn: 'Power failure',
    situationReportTemplate: template,
  });
  const event = await createEvent(db, { eventTypeId: type.id });
  const { pdfUrl } = await next(event.id, { calm: 'ernst', staff: [['OP', '3']] });
  const english = await fetchPdf(`${pdfUrl}?language=en`);
  for (const part of ['Power failure', 'grave', 'Area', 'Number']) assert.ok(english.text.includes(part), part);
  for (const part of ['Stromausfall', 'ernst', 'Bereich']) assert.ok(!english.text.includes(part), part);
  assert.match(english.headers.get('content-disposition')!, /situation-report-1/);
  const german = await fetchPdf(pdfUrl);
  for (const part of ['Stromausfall', 'ernst', 'Bereich']) assert.ok(german.text.includes(part), part);
  const token = { authorization: `Bearer ${officer.token}` };
  assert.equal((await fetch(`${server.url}${pdfUrl}?language=xx`, { headers: token })).status, 400);
  assert.equal((await fetch(`${server.url}${pdfUrl}?language=de&language=en`, { headers: token })).status, 400);
});

test('marks changes since the last report in words', async () => {
  const { event, report } = await begin({ summary: 'Pegel 7 m', assessment: 'ruhig' });
  assert.ok(!(await fetchPdf(report.pdfUrl)).text.includes('GEÄNDERT'));
  const second = await next(event.id, { assessment: 'kritisch' });
  const { text } = await fetchPdf(second.pdfUrl);
  assert.ok(text.includes('Was sich seit Lagebericht Nr. 1 geändert hat'));
  assert.match(text, /Bewertung\s+GEÄNDERT/);
  assert.doesNotMatch(text, /Zusammenfassung\s+GEÄNDERT/);
});

test('prints the logo and no picture without one', async () => {
  const { report } = await begin({ summary: 'x' });
  const pictures = async () =>
    (await fetchPdf(report.pdfUrl)).pdf.toString('latin1').split('/Subtype /Image').length - 1;
  const set = async (content: Buffer) => {
    const logo = { content, mimeType: 'image/png', name: 'logo', insertedBy: null };
    const file = await storeFile(server.app.db, logo);
    const setting = server.app.db.updateTable('systemSettings').set({ fileId: file.id });
    await setting.where('valueKey', '=', 'system_logo').execute();
  };
  await server.app.db.updateTable('systemSettings').set({ fileId: null }).execute();
  assert.equal(await pictures(), 0);
  await set(
    await sharp({ create: { width: 60, height: 20, channels: 3, background: 'red' } })
      .png()
      .toBuffer(),
  );
  assert.ok((await pictures()) > 0);
});

test('answers other requests while a long report is printed', async () => {
  const keys = ['one', 'two', 'three', 'four'];
  const columns = ['Bereich', 'Anzahl', 'Ort'];
  const fields = keys.map((key) => ({ key, kind: 'table', label: key, columns }));
  const template = { version: 1, sections: [{ key: 'all', title: 'Alles', fields }] };
  const type = await createEventType(server.app.db, { situationReportTemplate: JSON.stringify(template) });
  const rows = Array.from({ length: 200 }, () => columns.map((column) => `${column} mit einigem Text`));
  const event = await createEvent(server.app.db, { eventTypeId: type.id });
  const report = await next(event.id, Object.fromEntries(keys.map((key) => [key, rows])));
  let isPrinted = false;
  const printing = fetchPdf(report.pdfUrl).then(({ pages }) => {
    isPrinted = true;
    return pages.length;
  });
  let answered = 0;
  while (!isPrinted) {
    assert.equal((await fetch(`${server.url}/healthz`)).status, 200);
    if (!isPrinted) answered++;
  }
  assert.ok((await printing) > 10);
  assert.ok(answered > 10, `${answered} other requests were answered`);
});
