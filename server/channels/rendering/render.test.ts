import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import test from 'node:test';
import fc from 'fast-check';
import { deriveSecrets } from '#server/platform/secrets.ts';
import { personalPlaceholders } from '#shared/placeholders.ts';
import { smsSize } from '#shared/sms.ts';
import type { MessageContent } from './content.ts';
import { type Addressee, answerUrl, renderMessage } from './render.ts';

const place = { publicUrl: 'https://krise.example.org', secrets: deriveSecrets('a secret key that only tests know') };
const message: MessageContent = {
  title: 'Brand in Haus B',
  content: 'Guten Tag {{ person.title }} {{ person.lastName }},\n\nbitte kommen Sie.',
  requestAnswer: true,
  mode: 'LIVE',
  shape: 'mail',
  replyCode: null,
  options: [
    { code: '1', label: 'Ich komme', labelEn: 'I am coming', kind: 'POSITIVE', askMinutes: true },
    { code: '2', label: 'Ich komme nicht', labelEn: null, kind: 'NEGATIVE', askMinutes: false },
  ],
  organisation: 'Klinikum Nord',
  language: 'de',
  follows: null,
  post: null,
  informs: false,
  texts: null,
};
const person: Addressee = {
  nonce: randomBytes(16),
  asked: true,
  via: ['Krisenstab › S3'],
  firstName: 'Änne',
  lastName: 'Müller & Söhne',
  title: 'Dr.',
  language: null,
};
const link = answerUrl(place, person.nonce);
const render = (more: Partial<MessageContent> = {}, who: Partial<Addressee> = {}) =>
  renderMessage({ ...message, ...more }, { ...person, ...who }, place);

test('fills personal values, escaped in HTML and as is in text', () => {
  const { subject, text, html } = render();
  assert.equal(subject, 'Brand in Haus B');
  assert.match(text, /^Guten Tag Dr\. Müller & Söhne,\n\nbitte kommen Sie\./);
  assert.match(html!, /Guten Tag Dr\. Müller &amp; Söhne,/);
  assert.match(text, /Klinikum Nord$/);
});

test('removes placeholders without a value', () => {
  assert.match(render({}, { title: null }).text, /^Guten Tag Müller & Söhne,/);
  const nobody = { firstName: null, lastName: null, title: null, via: [] };
  const everything = [...personalPlaceholders].map((name) => `{{ ${name} }}`).join(' ');
  const { text, html } = render({ content: `Ende ${everything}` }, { ...nobody, asked: false });
  assert.doesNotMatch(text + html, /\{\{/);
});

test('adds the answer link once, unless the author placed it or there is no question', () => {
  const count = (text: string) => text.split(link).length - 1;
  const added = render();
  assert.equal(count(added.text), 1);
  assert.match(added.html!, new RegExp(`<a href="${link}"`));
  const buttons = [...added.html!.matchAll(/<a href="([^"]*option=[^"]*)"[^>]*>([^<]*)</g)].map(([, href, label]) => [
    href,
    label,
  ]);
  assert.deepEqual(buttons, [
    [`${link}?option=1`, 'Ich komme'],
    [`${link}?option=2`, 'Ich komme nicht'],
  ]);
  const placed = render({ content: 'Hier: {{ answer.link }}' });
  assert.equal(count(placed.text), 1);
  assert.match(placed.html!, new RegExp(`<a href="${link}">${link}</a>`));
  const silent = render({}, { asked: false });
  assert.equal(count(silent.text + silent.html), 0);
});

test('a follow-up names its report; a further message keeps its own title', () => {
  const titles = ['Bitte kommen'];
  const correction = render({ follows: { kind: 'correction', titles, hasLink: false } });
  assert.equal(correction.subject, 'Korrektur: Brand in Haus B');
  assert.match(correction.text, /Diese Nachricht berichtigt: „Bitte kommen“/);
  const further = render({ follows: { kind: 'to_all', titles, hasLink: false } }, { language: 'en' });
  assert.equal(further.subject, 'Brand in Haus B');
  assert.match(further.text, /This message goes to everyone who received: “Bitte kommen”/);
});

test('a correction and an all-clear have the person’s link to the alarm, once', () => {
  const alarmNonce = randomBytes(16);
  const alarm = answerUrl(place, alarmNonce);
  const follows = { kind: 'all_clear' as const, titles: ['Bitte kommen'], hasLink: true };
  const who = { asked: false, alarmNonce };
  const short = render({ shape: 'short', requestAnswer: false, replyCode: '3F', follows }, who);
  assert.ok(short.text.endsWith(`\n${alarm}`), short.text);
  const mail = render({ requestAnswer: false, follows }, who);
  assert.equal(mail.text.split(alarm).length - 1, 1);
  assert.match(mail.html!, new RegExp(`<a href="${alarm}"[^>]*>Aktueller Stand des Alarms</a>`));
  const placed = { content: '<p>Bitte antworten Sie gleich: {{ answer.link }}</p>', requestAnswer: false, follows };
  for (const { text } of [render(placed, who), render({ ...placed, shape: 'short' }, who)]) {
    assert.match(text, new RegExp(`Bitte antworten Sie gleich: ${alarm}`), 'what the alarm said is kept whole');
    assert.equal(text.split(alarm).length - 1, 1);
  }
  const without = render({ requestAnswer: false, follows }, { asked: false, alarmNonce: null });
  assert.doesNotMatch(without.text + without.html, /\/a\//);
});

test('links an address in a text without the punctuation around it', () => {
  const { html } = render({
    content: 'Siehe https://example.org/lage?a=1&b=2. Auch <https://example.org>, „https://example.org/x“!',
  });
  const links = [...html!.matchAll(/<a href="([^"]*)">([^<]*)<\/a>/g)].map(([, href, shown]) => [href, shown]);
  for (const url of ['https://example.org/lage?a=1&amp;b=2', 'https://example.org', 'https://example.org/x']) {
    assert.deepEqual(
      links.find(([href]) => href === url),
      [url, url],
    );
  }
});

test('an exercise starts with a notice in the language of the person', () => {
  const exercise = render({ mode: 'EXERCISE' });
  assert.equal(exercise.subject, 'ÜBUNG: Brand in Haus B');
  assert.match(exercise.text, /^ÜBUNG – kein echtes Ereignis/);
  assert.match(exercise.html!, /ÜBUNG – kein echtes Ereignis/);
  const english = render({ mode: 'EXERCISE' }, { language: 'en' });
  assert.equal(english.subject, 'EXERCISE: Brand in Haus B');
  assert.match(english.text, /Please answer here:/);
  assert.match(english.html!, />I am coming<[\s\S]*>Ich komme nicht</, 'in German where nobody wrote it in English');
  assert.equal(render({ mode: 'TEST' }).subject, 'TEST: Brand in Haus B');
});

test('a short channel gets one text without repetition', () => {
  const sms = render({ shape: 'short', content: '<p>Bitte <b>kommen</b> Sie.</p>', mode: 'EXERCISE' });
  assert.deepEqual(sms, { subject: '', text: `ÜBUNG: Brand in Haus B\nBitte kommen Sie.\n${link}`, html: null });
  const same = render({ shape: 'short', content: 'Brand in Haus B: bitte kommen.' }, { asked: false });
  assert.equal(same.text, 'Brand in Haus B: bitte kommen.');
});

test('a short text explains how to reply if the channel can receive', () => {
  const short = (more: Partial<MessageContent> = {}, who: Partial<Addressee> = {}) =>
    render({ shape: 'short', replyCode: '3F', content: 'Bitte kommen.', ...more }, who)
      .text.split('\n')
      .slice(2);
  assert.deepEqual(short(), [link, 'Antwort (mit #3F): 1 = Ich komme, 2 = Ich komme nicht']);
  const placed = short({ content: 'Bitte kommen: {{ answer.options }}' }, { language: 'en' });
  assert.deepEqual(placed, [link, 'Reply with #3F']);
  assert.deepEqual(short({}, { language: 'en' }), [link, 'Reply (with #3F): 1 = I am coming, 2 = Ich komme nicht']);
  assert.deepEqual(short({}, { asked: false }), []);
});

test('the explanation of a reply is shortened rather than sent as a further part of an SMS', () => {
  const options: MessageContent['options'] = [
    ...message.options,
    { code: '3', label: 'Später / unklar', labelEn: null, kind: 'NEUTRAL', askMinutes: false },
  ];
  const linesAt = (room: number, more: Partial<MessageContent> = {}) => {
    const words = 160 - `${message.title}\n\n${link}\n`.length - room;
    const content = 'x'.repeat(words);
    return render({ shape: 'short', replyCode: '3F', options, content, ...more })
      .text.split('\n')
      .slice(3);
  };
  const full = 'Antwort (mit #3F): 1 = Ich komme, 2 = Ich komme nicht, 3 = Später / unklar';
  assert.deepEqual(linesAt(full.length), [full]);
  assert.deepEqual(linesAt(full.length - 1), ['Antwort: Ja/Nein']);
  assert.deepEqual(linesAt(16), ['Antwort: Ja/Nein']);
  assert.deepEqual(linesAt(15), ['Ja/Nein?']);
  assert.deepEqual(linesAt(8), ['Ja/Nein?']);
  assert.deepEqual(linesAt(7), [full], 'two parts have room for everything');
  // "yes" must choose one answer only, and means nothing in a roll call
  const twice = options.map((option) => ({ ...option, kind: 'POSITIVE' as const }));
  assert.equal(linesAt(16, { options: twice })[0]?.slice(0, 17), 'Antwort (mit #3F)');
  const rollCall = options.slice(0, 2).map((option) => ({ ...option, safety: 'SAFE' as const }));
  assert.equal(linesAt(16, { options: rollCall })[0]?.slice(0, 17), 'Antwort (mit #3F)');
});

test('a spoken text has no link, and a published one addresses no person', () => {
  const spoken = render({ shape: 'voice', content: 'Bitte kommen.' });
  assert.deepEqual(spoken, { subject: '', text: 'Brand in Haus B\nBitte kommen.', html: null });
  const post = render({ shape: 'post', content: '<p>Fenster schließen.</p>', mode: 'EXERCISE' }, { asked: false });
  assert.deepEqual(post, {
    subject: 'ÜBUNG: Brand in Haus B',
    text: 'ÜBUNG – kein echtes Ereignis\n\nFenster schließen.',
    html: null,
  });
});

test('HTML of the author stays HTML, and becomes text for text', () => {
  const { text, html } = render({ content: '<p>Erstens</p><ul><li>Helm</li><li>Weste</li></ul>' });
  assert.match(html!, /<ul><li>Helm<\/li>/);
  assert.match(text, /Erstens\n\n- Helm\n- Weste/);
});

test('no name can bring markup or placeholders into a mail', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (name) => {
      const lastName = `${name}<img src=x onerror=alert(1)>{{ answer.link }}`;
      const { html } = render({ content: '<p>{{ person.lastName }}</p>' }, { lastName, asked: false });
      assert.ok(!html!.includes('<img'));
      assert.ok(!html!.includes('/a/'));
    }),
  );
  const lastName = '<b>Fett</b><img src=x onerror=alert(1)>';
  const { text, html } = render({ content: 'Guten Tag\n{{ person.lastName }}' }, { lastName, asked: false });
  assert.doesNotMatch(html!, /<img|<b>/, 'nor turn a plain text into HTML');
  assert.match(text, /^Guten Tag\n<b>Fett<\/b><img src=x onerror=alert\(1\)>/);
});

test('text from the program reaches everyone in their language', () => {
  const texts = {
    de: { title: 'Nicht mehr gebraucht: Brand', content: 'Sie müssen nicht kommen.' },
    en: { title: 'No longer needed: Brand', content: 'You do not need to come.' },
  };
  const written = { ...message, texts, requestAnswer: false };
  const unasked = { ...person, asked: false };
  const english = renderMessage(written, { ...unasked, language: 'en' }, place);
  assert.equal(english.subject, 'No longer needed: Brand');
  assert.match(english.text, /You do not need to come/);
  assert.equal(renderMessage(written, { ...unasked, language: null }, place).subject, 'Nicht mehr gebraucht: Brand');
});

test('text around follow-ups and questions does not shorten an SMS; titles stay unchanged', () => {
  const titles = ['Brand in "Haus B"', ''];
  for (const kind of ['correction', 'all_clear'] as const) {
    for (const mode of ['LIVE', 'EXERCISE', 'TEST'] as const) {
      for (const language of ['de', 'en']) {
        const follows = { kind, titles, hasLink: false };
        const { text } = render({ shape: 'short', replyCode: '3F', mode, follows }, { language });
        assert.equal(smsSize(text).encoding, 'GSM-7', text);
        assert.match(render({ mode, follows }, { language }).text, /: Brand in "Haus B"\n/);
      }
    }
  }
});
