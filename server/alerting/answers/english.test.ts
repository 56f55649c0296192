import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { languageField } from '#server/channels/rendering/render.ts';
import type { Db } from '#server/platform/database/connect.ts';
import {
  createEventType,
  createMailingList,
  createPerson,
  createSnippet,
  createUser,
  idByIdentifier,
} from '#testing/factories.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { until } from '#testing/until.ts';

let server: TestServer;
let db: Db;
before(async () => {
  server = await startTestServer();
  db = server.app.db;
});
after(() => server.stop());

const user = async (language: string): Promise<TestClient> =>
  server.client((await createUser(db, { roles: ['crisis_manager'], language })).id);

/** A kind of event in both languages, and a list with an English reader. */
async function prepared() {
  const english = await createPerson(db, { email: 'english@example.org' });
  const language = { personId: english.id, keyFieldId: languageField, valueStr: 'en' };
  await db.insertInto('personData').values(language).execute();
  const german = await createPerson(db, { email: 'deutsch@example.org' });
  const list = await createMailingList(db, { people: [english.id, german.id] });
  const type = await createEventType(db, { name: 'Sturmflut', nameEn: 'Storm surge' });
  const snippet = await createSnippet(db, {
    content: '{{ event.type }}: Kommen Sie. {{ answer.options }}',
    contentEn: '{{ event.type }}: Please come. {{ answer.options }}',
  });
  const reportTypeId = await idByIdentifier(db, 'reportTypes', 'activation');
  await db
    .insertInto('reportEventSnippets')
    .values({ name: 'Sturmflut', snippetId: snippet.id, eventTypeId: type.id, reportTypeId })
    .execute();
  return { english: english.id, german: german.id, list: String(list.id), type: String(type.id) };
}

interface Mail {
  subject: string;
  text: string;
  html: string;
  answerUrl: string;
}

/** Alarms in an exercise; returns the mails. */
async function alarm(
  author: TestClient,
  { list, type }: { list: string; type: string },
  people: number[],
  changes: readonly object[] = [],
) {
  const input = { eventType: type, lists: [list], mode: 'EXERCISE' };
  const create =
    'mutation ($input: CreateActivationInput!) { report: createActivation(input: $input) { id title content } }';
  const { report } = await author.run(create, { input });
  const change = 'mutation ($input: UpdateReportInput!) { updateReport(input: $input) { id } }';
  for (const part of changes) await author.run(change, { input: { id: report.id, ...part } });
  const send = 'mutation ($id: ID!, $key: String!) { sendReport(id: $id, launchKey: $key) { id } }';
  await author.run(send, { id: report.id, key: `english-${report.id}` });
  const box = `query ($person: ID!) { exerciseMessages(person: $person, kind: "mail", first: 1) {
    edges { node { subject text html answerUrl message { report { id } } } } } }`;
  const mails = new Map<number, Mail>();
  await until(async () => {
    for (const person of people) {
      const { exerciseMessages } = await author.run(box, { person: String(person) });
      const mail = exerciseMessages.edges[0]?.node;
      if (mail?.message.report.id === report.id) mails.set(person, mail);
    }
    return mails.size === people.length;
  });
  return { title: report.title as string, content: report.content as string, mails };
}

const germanWords = /ÜBUNG|Ich komme|Später|Aktivierung|Sturmflut|Bitte|Kommen Sie|Antwort/;
const englishWords = /EXERCISE|I am coming|Later|Activation|Storm surge|[Pp]lease|answer/;
const told = ({ subject, text, html }: Mail) => [subject, text, html.replace(/^.*?<title>/s, '')].join('\n');

test('an English-speaking recipient gets subject, text, choices and answer page in English', async () => {
  const place = await prepared();
  const { title, mails } = await alarm(await user('en'), place, [place.english]);
  assert.equal(title, 'ALARM: Sturmflut');
  const mail = mails.get(place.english)!;
  assert.equal(mail.subject, 'EXERCISE: ALARM: Storm surge');
  assert.match(mail.text, /Storm surge: Please come\. 1 = I am coming, 2 = I am not coming, 3 = Later \/ not sure/);
  assert.match(mail.html, /<html lang="en">[\s\S]*>I am coming<[\s\S]*>I am not coming<[\s\S]*>Later \/ not sure</);
  assert.doesNotMatch(told(mail), germanWords);

  const german = { 'accept-language': 'de' };
  const page = await (await fetch(mail.answerUrl, { headers: german })).text();
  assert.match(page, /<html lang="en">[\s\S]*>I am coming<[\s\S]*>I am not coming<[\s\S]*>Later \/ not sure</);
  const mark = /name="mark" value="([^"]+)"/.exec(page)![1]!;
  const body = new URLSearchParams({ mark, option: '1' });
  const taken = await (await fetch(`${mail.answerUrl}?lang=en`, { method: 'POST', body })).text();
  assert.match(taken, /Recorded: I am coming/);
  const again = await (await fetch(mail.answerUrl, { headers: german })).text();
  assert.match(again, /Your last answer: I am coming/);
  for (const shown of [page, taken, again])
    assert.doesNotMatch(shown.replaceAll(/<a href="\?lang=de"[^>]*>[^<]*<\/a>/g, ''), germanWords);
});

test('each person gets title and text in their own language, also on the answer page', async () => {
  const place = await prepared();
  const people = [place.english, place.german];
  const byEnglish = await alarm(await user('en'), place, people);
  assert.equal(byEnglish.title, 'ALARM: Sturmflut', 'not the language of the author’s screen');
  const [toEnglish, toGerman] = [byEnglish.mails.get(place.english)!, byEnglish.mails.get(place.german)!];
  assert.equal(toGerman.subject, 'ÜBUNG: ALARM: Sturmflut');
  assert.match(toGerman.text, /Sturmflut: Kommen Sie\. 1 = Ich komme, 2 = Ich komme nicht/);
  assert.doesNotMatch(told(toGerman), englishWords);
  assert.equal(toEnglish.subject, 'EXERCISE: ALARM: Storm surge');
  const page = await (await fetch(toEnglish.answerUrl)).text();
  assert.match(page, /<h1>ALARM: Storm surge<\/h1>[\s\S]*Storm surge: Please come\./);
  assert.match(await (await fetch(`${toEnglish.answerUrl}?lang=de`)).text(), /<h1>ALARM: Sturmflut<\/h1>/);
});

test('a text that its author changed goes to all as it is until they add the other version', async () => {
  const place = await prepared();
  const author = await user('de');
  const people = [place.english, place.german];
  const alone = await alarm(author, place, people, [{ content: 'Deich gebrochen.' }]);
  assert.match(alone.mails.get(place.english)!.text, /Deich gebrochen\./);
  assert.equal(alone.mails.get(place.english)!.subject, 'EXERCISE: ALARM: Sturmflut');
  const versions = [{ language: 'en', title: 'ALARM: Storm surge', content: 'Dyke broken.' }];
  const both = await alarm(author, place, people, [{ content: 'Deich gebrochen.' }, { versions }]);
  assert.match(both.mails.get(place.english)!.text, /Dyke broken\./);
  assert.match(both.mails.get(place.german)!.text, /Deich gebrochen\./);
});

test('users read answers and choices in their own language', async () => {
  const place = await prepared();
  const [german, english] = [await user('de'), await user('en')];
  const { mails } = await alarm(german, place, [place.english]);
  const page = await (await fetch(mails.get(place.english)!.answerUrl)).text();
  const mark = /name="mark" value="([^"]+)"/.exec(page)![1]!;
  await fetch(mails.get(place.english)!.answerUrl, {
    method: 'POST',
    body: new URLSearchParams({ mark, option: '2' }),
  });
  const read = `query ($person: ID!) { exerciseMessages(person: $person, kind: "mail", first: 1) {
    edges { node { answerOptions { label } answer { option { label labelDe labelEn } } } } } }`;
  for (const [client, label] of [
    [german, 'Ich komme nicht'],
    [english, 'I am not coming'],
  ] as const) {
    const { exerciseMessages } = await client.run(read, { person: String(place.english) });
    const { answerOptions, answer } = exerciseMessages.edges[0].node;
    assert.equal(answerOptions[1].label, label);
    assert.deepEqual(answer.option, { label, labelDe: 'Ich komme nicht', labelEn: 'I am not coming' });
  }
});
