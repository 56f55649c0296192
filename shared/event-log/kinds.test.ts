import assert from 'node:assert/strict';
import test from 'node:test';
import { logSamples } from '#shared/testing/log-samples.ts';
import { type LogContent, type LogKind, logKinds, logText } from './kinds.ts';

const kinds = Object.keys(logKinds) as LogKind[];
const languages = ['de', 'en'] as const;

/** Writes the dates of a sentence alike in both languages, as `2026-03-01`. */
const withIsoDates = (text: string): string =>
  text
    .replace(/(\d{2})\.(\d{2})\.(\d{4})/g, '$3-$2-$1')
    .replace(/\d{1,2} [A-Z][a-z]{2,3} \d{4}/g, (date) => new Date(`${date} UTC`).toISOString().slice(0, 10));

/** Returns the names in «» and the numbers of a sentence; «» separates names from the surrounding words. */
function facts(text: string, language: string): Set<string> {
  const point = language === 'en' ? /,(?=\d{3})/g : /\.(?=\d{3})/g;
  return new Set(
    withIsoDates(text)
      .match(/«[^»]*»|\d[\d.,]*\d|\d/g)
      ?.map((found) => found.replace(point, '')),
  );
}

for (const kind of kinds) {
  test(`${kind} has a complete text of its own in both languages`, () => {
    assert.ok(logSamples[kind].length > 0);
    for (const data of logSamples[kind]) {
      const [german, english] = languages.map((language) => logText({ kind, text: null, data }, language));
      assert.notEqual(german, english);
      for (const text of [german!, english!]) {
        assert.doesNotMatch(text, /undefined|null|NaN|\[object|[{}]| {2}|\s$/);
        assert.notEqual(text, kind);
      }
      assert.deepEqual(facts(german!, 'de'), facts(english!, 'en'), `${german} / ${english}`);
      assert.doesNotMatch(german!, /40\.?00\d/, 'ids are for machines');
    }
  });
}

test('a sentence contains all names of its data except that of the event of the log', () => {
  for (const kind of kinds) {
    for (const data of logSamples[kind]) {
      const text = logText({ kind, text: null, data }, 'de');
      const names = Object.entries(data)
        .filter(([key]) => !(key === 'name' && kind !== 'event_created'))
        .flatMap(([, value]) => JSON.stringify(value).match(/«[^»]*»/g) ?? []);
      for (const name of names) assert.ok(text.includes(name), `${kind}: ${text}`);
    }
  }
});

const sentences: [LogKind, number, german: string, english: string][] = [
  ['event_created', 0, 'Ereignis angelegt: «Sturm»', 'Event created: «Sturm»'],
  ['event_created', 1, 'Ereignis angelegt: «Sturm» (Übung)', 'Event created: «Sturm» (exercise)'],
  [
    'event_updated',
    0,
    'Ereignis geändert: Name, Beschreibung, Zeitpunkt, Ereignistyp, Ort',
    'Event changed: name, description, time, event type, location',
  ],
  [
    'message_launched',
    0,
    'Nachricht über «SMS» an 1.201 Personen gesendet, 33 in Reserve: «Alarm» («Presse», «Stab»; 5.678 nicht erreichbar)',
    'Message sent by «SMS» to 1,201 people, 33 in reserve: «Alarm» («Presse», «Stab»; 5,678 not reachable)',
  ],
  [
    'message_launched',
    1,
    'Nachricht OHNE FREIGABE über «SMS» an 1 Person gesendet: «Alarm» («Presse», «Stab», 1 Person)',
    'Message sent WITHOUT RELEASE by «SMS» to 1 person: «Alarm» («Presse», «Stab», 1 person)',
  ],
  ['message_launched', 2, 'Nachricht gesendet: «Alarm» über «SMS»', 'Message sent: «Alarm» by «SMS»'],
  [
    'message_launched',
    3,
    'Nachricht über «SMS» an niemanden gesendet: «Alarm» («Presse», «Stab»; 5.678 nicht erreichbar, 1.234 nicht mehr gebraucht)',
    'Message sent by «SMS» to no one: «Alarm» («Presse», «Stab»; 5,678 not reachable, 1,234 no longer needed)',
  ],
  [
    'message_launched',
    4,
    'Nachricht über «SMS» an niemanden gesendet: «Alarm» («Presse», «Stab»; 1 hat schon geantwortet, 2 nicht mehr gebraucht)',
    'Message sent by «SMS» to no one: «Alarm» («Presse», «Stab»; 1 has already answered, 2 no longer needed)',
  ],
  [
    'message_launched',
    5,
    'Nachricht über «SMS» an 1 Person gesendet: «Alarm» («Presse», «Stab»; 3 haben schon geantwortet)',
    'Message sent by «SMS» to 1 person: «Alarm» («Presse», «Stab»; 3 have already answered)',
  ],
  [
    'message_launched',
    6,
    'Nachricht über «SMS» an 1 Person gesendet: «Alarm» («Presse», «Stab») – nur im Übungspostfach, niemand wurde benachrichtigt',
    'Message sent by «SMS» to 1 person: «Alarm» («Presse», «Stab») – in the exercise mailbox only, no one was notified',
  ],
  [
    'message_handed_over',
    1,
    'Alarm übergeben: «Alarm» über «SMS» an 33 Personen, die kein gewählter Kanal erreicht, 1.201 in Reserve',
    'Alarm handed over: «Alarm» by «SMS» to 33 people not reached by any chosen channel, 1,201 in reserve',
  ],
  [
    'deadline_reminded',
    0,
    'An Meldefrist erinnert: «Meldung», bis 01.03.2026, 13:00 MEZ',
    'Reminded of reporting deadline: «Meldung», until 1 Mar 2026, 13:00 CET',
  ],
  ['answer', 0, 'Antwort eingegangen: „«Ich komme»“, in 1 Minute', 'Answer received: “«Ich komme»”, in 1 minute'],
  [
    'answer',
    1,
    'Antwort eingegangen: „«Ich komme»“, in 1.234 Minuten (verspätet)',
    'Answer received: “«Ich komme»”, in 1,234 minutes (late)',
  ],
  [
    'answer',
    3,
    'Antwort eingegangen: ein Text ohne Auswahl (verspätet)',
    'Answer received: a text without a choice (late)',
  ],
];
for (const [kind, sample, ...expected] of sentences) {
  test(`${kind}: ${expected[0]}`, () => {
    const data = logSamples[kind][sample];
    assert.deepEqual(
      languages.map((language) => logText({ kind, text: null, data }, language)),
      expected,
    );
  });
}

test('shows free text unchanged to all readers and names the API key that wrote it', () => {
  const note = { kind: 'note', text: 'Deich gesichert', data: null };
  assert.deepEqual([logText(note, 'de'), logText(note, 'en')], ['Deich gesichert', 'Deich gesichert']);
  const byKey = { ...note, data: { apiKey: 'Pegelmesser' } };
  assert.equal(logText(byKey, 'de'), 'Deich gesichert (API-Schlüssel „Pegelmesser“)');
  assert.equal(logText(byKey, 'en'), 'Deich gesichert (API key “Pegelmesser”)');
  const finished = { kind: 'event_finished', text: null, data: { name: 'Sturm', apiKey: 'Pegelmesser' } };
  assert.equal(logText(finished, 'en'), 'Event finished (API key “Pegelmesser”)');
});

test('shows a bilingual name in the reader’s language and any other unchanged', () => {
  const data = { message: 1, title: 'Alarm', channel: 'Sprachanruf', channelEn: 'Voice call' };
  const released = (more: object) => ({ kind: 'message_released', text: null, data: { ...data, ...more } });
  assert.equal(logText(released({}), 'de'), 'Nachricht freigegeben: Alarm (Sprachanruf)');
  assert.equal(logText(released({}), 'en'), 'Message released: Alarm (Voice call)');
  for (const channelEn of [null, undefined, ''])
    assert.equal(logText(released({ channelEn }), 'en'), 'Message released: Alarm (Sprachanruf)');
});

test('names an entry of a later version by its kind', () => {
  assert.equal(logText({ kind: 'pump_started', text: null, data: { place: 'Deich' } }, 'en'), 'pump_started');
  assert.equal(logText({ kind: 'toString', text: null, data: null }, 'en'), 'toString');
});

test('a misspelt kind, missing data and a text of its own do not compile', () => {
  const contents: LogContent[] = [
    { kind: 'event_started', data: { name: 'Sturm' } },
    { kind: 'note', text: 'Deich gesichert' },
    // @ts-expect-error a kind that is not in the table
    { kind: 'event_strated', data: { name: 'Sturm' } },
    // @ts-expect-error a rejection without its reason
    { kind: 'message_rejected', data: { message: 1, title: 'Alarm', channel: 'SMS' } },
    // @ts-expect-error the data of another kind
    { kind: 'message_released', data: { name: 'Sturm' } },
    // @ts-expect-error a sentence written by the caller
    { kind: 'event_started', text: 'Ereignis gestartet' },
    // @ts-expect-error a note without words
    { kind: 'note' },
  ];
  assert.equal(contents.length, 7); // the compiler is what checks here
});

test('names keys pressed in a call as keys and quotes written text', () => {
  const data = {
    report: 1,
    recipient: 1,
    person: 1,
    option: 'Ich komme',
    kind: 'POSITIVE',
    minutes: null,
    late: false,
  };
  const said = (source: string, words: string, language: string) =>
    logText({ kind: 'answer', text: null, data: { ...data, source }, words }, language);
  assert.equal(said('voice', '1', 'de'), 'Antwort eingegangen: „Ich komme“ – Taste 1');
  assert.equal(said('voice', '1 20 #7K', 'de'), 'Antwort eingegangen: „Ich komme“ – Taste 1, dann 20');
  assert.equal(said('voice', '1', 'en'), 'Answer received: “Ich komme” – key 1');
  assert.equal(said('sms', '1', 'de'), 'Antwort eingegangen: „Ich komme“ – „1“');
});
