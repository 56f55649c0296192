import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { tokenOf } from '#server/platform/secrets.ts';
import { createPerson, createReport } from '#testing/factories.ts';
import { createDraft } from '#testing/messages.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';

let server: TestServer;
let manager: TestClient;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  manager = await server.as('crisis_manager');
});
after(() => server.stop());

/** Returns the link of a person asked with this text. */
async function linkTo(content: string): Promise<string> {
  const { db, secrets } = server.app;
  const { id } = await createReport(db);
  const people = [(await createPerson(db)).id];
  const message = await createDraft(db, { reportId: id, people, requestAnswer: true, content });
  await manager.run(`mutation { sendReport(id: ${id}, launchKey: "meeting-${id}") { _id } }`);
  const row = db.selectFrom('messageRecipients').select('nonce').where('messageId', '=', message.id);
  return `${server.url}/a/${tokenOf(secrets.link, (await row.executeTakeFirstOrThrow()).nonce)}`;
}

test('a yes shows the meeting point at once, and the box has the colour of the answer', async () => {
  const link = await linkTo('Bitte kommen Sie.\nTreffpunkt: Raum <3>, Haus A.\nBringen Sie nichts mit.');
  const page = async () => (await fetch(link)).text();
  const mark = /name="mark" value="([^"]+)"/.exec(await page())![1]!;
  const tap = async (option: string) =>
    (await fetch(link, { method: 'POST', body: new URLSearchParams({ mark, option }) })).text();
  assert.match(
    await tap('1'),
    /class="done positive"[^\n]*Festgehalten: Ich komme<\/strong><\/p><p class="where">Treffpunkt: Raum &lt;3&gt;, Haus A\.<\/p>/,
  );
  assert.match(await page(), /Ihre letzte Antwort: Ich komme[^\n]*<p class="where">Treffpunkt: Raum/);
  for (const [option, kind] of [
    ['2', 'negative'],
    ['3', 'neutral'],
  ] as const) {
    const html = await tap(option);
    assert.match(html, new RegExp(`class="done ${kind}"`));
    assert.doesNotMatch(html, /class="where"/);
  }
});

test('shows a meeting point with its whole line, so that no “not” gets lost', async () => {
  for (const [content, shown] of [
    ['Es brennt.\nTreffpunkt: Halle 3', ['Treffpunkt: Halle 3']],
    ['Brand in Halle B! Treffpunkt: Tor 1', ['Brand in Halle B! Treffpunkt: Tor 1']],
    ['Evakuiert ist u. a. der Treffpunkt: Halle 3.', ['Evakuiert ist u. a. der Treffpunkt: Halle 3.']],
    ['Nicht mehr gilt der bish. Treffpunkt: Tor 1. Neu.', ['Nicht mehr gilt der bish. Treffpunkt: Tor 1. Neu.']],
    ['Wo?\nSammelstelle:\nTor 2\nMeeting point: Gate 2', ['Sammelstelle:\nTor 2', 'Meeting point: Gate 2']],
    ['Kommen Sie zum Treffpunkt.', []],
    ['Treffpunkt:', []],
  ] as const) {
    const link = await linkTo(content);
    const mark = /name="mark" value="([^"]+)"/.exec(await (await fetch(link)).text())![1]!;
    const html = await (await fetch(link, { method: 'POST', body: new URLSearchParams({ mark, option: '1' }) })).text();
    const boxes = [...html.matchAll(/<p class="where">([^<]*)<\/p>/g)].map(([, words]) => words);
    assert.deepEqual(boxes, shown, content);
  }
});

test('an open page receives newer information within moments', async () => {
  const link = await linkTo('Bitte kommen Sie.');
  const known = /data-mark="([^"]+)"/.exec(await (await fetch(link)).text())![1]!;
  const news = async (mark: string) => (await fetch(`${link}/news?known=${mark}`)).status;
  assert.equal(await news('older'), 200, 'at once where something else holds');
  const four = Array.from({ length: 4 }, () => news(known));
  assert.equal(await Promise.race(four), 204, 'a link has few places');
  const { eventId } = await server.app.db
    .selectFrom('reports')
    .select('eventId')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  await manager.run(`mutation { finishEvent(id: ${eventId}) { _id } }`);
  assert.deepEqual((await Promise.all(four)).toSorted(), [200, 200, 200, 204]);
  assert.equal((await fetch(link.replace(/.{22}$/, `${'A'.repeat(22)}/news`))).status, 404);
});
