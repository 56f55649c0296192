import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { rollCallOptions } from '#server/alerting/messages/report-rules.ts';
import { namedReport, replyCode } from '#server/channels/rendering/reply-code.ts';
import { answerMinutes } from './check-group.ts';
import { type AskedQuestion, meantQuestion } from './reply-questions.ts';
import { type ReplyOption, readReply } from './reply-words.ts';

const options: ReplyOption[] = [
  { code: '1', label: 'Ich komme', labelEn: 'I am coming', kind: 'POSITIVE', askMinutes: true },
  { code: '2', label: 'Ich komme nicht', labelEn: 'I am not coming', kind: 'NEGATIVE', askMinutes: false },
  { code: '3', label: 'Später / unklar', labelEn: 'Later / not sure', kind: 'NEUTRAL', askMinutes: false },
];
const read = (reply: string): [string | null, number | null, string] => {
  const { option, minutes, text } = readReply(reply, options);
  return [option, minutes, text];
};

test('reads a first-word code, a label at the beginning, or yes and no, and keeps the rest', () => {
  assert.deepEqual(read('1'), ['1', null, '']);
  assert.deepEqual(read(' 2. Bin im Urlaub '), ['2', null, 'Bin im Urlaub']);
  assert.deepEqual(read('ICH KOMME'), ['1', null, '']);
  assert.deepEqual(read('ich komme nicht, bin krank'), ['2', null, 'bin krank']);
  assert.deepEqual(read('Später / unklar'), ['3', null, '']);
  for (const yes of ['ja', 'JA!', 'Yes', 'ok', 'Okay.']) assert.equal(read(yes)[0], '1', yes);
  for (const no of ['Nein', 'NO', 'nein danke']) assert.equal(read(no)[0], '2', no);
  assert.deepEqual(read('Wer ist da?'), [null, null, 'Wer ist da?']);
  assert.deepEqual(read('12 Leute'), [null, null, '12 Leute']);
  assert.deepEqual(read('Jawohl'), [null, null, 'Jawohl']);
  assert.deepEqual(read(''), [null, null, '']);
});

test('a roll call reads a cry for help, and leaves doubts about safety to a person', () => {
  const options = rollCallOptions.map(({ code, label, labelEn, safety }) => ({
    ...{ code, label, labelEn: labelEn ?? null, kind: safety!, askMinutes: false },
  }));
  const chosen = (text: string) => readReply(text, options).option;
  for (const safe of [
    ...['1', '1.', 'Ich bin in Sicherheit', 'I am safe', '1 bin zu Hause', '1 bin nicht im Haus'],
    ...['Ich bin in Sicherheit, unverletzt', 'I am safe and unhurt'],
    ...['1\nAnna Amsel\nTechnisches Hilfswerk', '1\nJohanniter-Unfall-Hilfe e. V.', '1\nIT Help Desk'],
  ])
    assert.equal(chosen(safe), '1', safe);
  for (const help of [
    '2',
    'Hilfe!',
    'hilfe, kann nicht laufen',
    'Help',
    'SOS',
    'Hilfe?',
    '2?',
    '2 Personen eingeklemmt',
    'Ich brauche Hilfe, 3. Stock',
    'I need help',
  ])
    assert.equal(chosen(help), '2', help);
  for (const doubt of [
    'Ja', // to which question?
    'nein',
    'Ich bin in Sicherheit, aber Frau Roth braucht Hilfe',
    '1, Kollege verletzt',
    ...['1, Frau mit Verletzung', '1, Kollegin eingeklemmt', '1 Herr Roth wird vermisst', '1 but one man is trapped'],
    ...['1 bin nicht sicher', '1, nicht in Sicherheit', '1 not really safe', 'I am safe? unsafe!', '1 SOS'],
    'Ich bin in Sicherheit, das glaube ich nicht',
    'In welchem Haus?',
  ])
    assert.equal(chosen(doubt), null, doubt);
  assert.equal(read('Hilfe')[0], null, 'no such answer elsewhere');
});

test('accepts the option in quotation marks or as the line that was sent', () => {
  assert.deepEqual(read('„1“'), ['1', null, '']);
  assert.deepEqual(read('"Ich komme"'), ['1', null, '']);
  assert.deepEqual(read('*2* bin krank'), ['2', null, 'bin krank']);
  assert.deepEqual(read('1 = Ich komme'), ['1', null, 'Ich komme']);
});

test('a yes that is revoked in the same sentence waits for an operator', () => {
  for (const text of ['Ich komme leider nicht', 'ich komme heute auf keinen Fall', 'Ich komme wohl eher nicht']) {
    assert.deepEqual(read(text), [null, null, text]);
  }
  for (const text of [
    'Ok, kann aber nicht',
    'Ja leider nicht möglich',
    'yes but I can’t',
    "No problem, I'm coming",
    'no worries',
  ]) {
    assert.deepEqual(read(text), [null, null, text]);
  }
  for (const text of ['No, sorry', 'no thanks', 'No. Problem with the car', 'Nein, kein Auto'])
    assert.equal(read(text)[0], '2', text);
  assert.equal(read('Ja. Anna nicht.')[0], '1');
  assert.equal(read('Ich komme. Anna nicht.')[0], '1');
  assert.equal(read('1 aber nicht vor 8')[0], '1');
});

test('a yes together with a no, as a word or as a letter code, is no answer', () => {
  const nos = ['Ok, kann leider nicht kommen', 'ja aber nicht vor 20 Uhr', 'Okay. Ich komme nicht.', 'Nein! Ich komme'];
  for (const text of nos) assert.deepEqual(read(text), [null, null, text]);
  assert.deepEqual(read('Ja, kein Problem, in 10 min'), ['1', 10, 'kein Problem, in 10 min']);
  assert.deepEqual(read('ja bitte'), ['1', null, 'bitte']);
  assert.deepEqual(read('Ja. Ich komme in 20 min'), ['1', 20, 'Ich komme in 20 min']);
});

test('a number that is a code by chance, two choices and a question wait for an operator', () => {
  for (const text of [
    ...['1,5 Stunden', '2 Stunden', '2 Minuten', '1 h', '1 bis 2 Stunden', '1-2 Std.', '1/2 Stunde', '3 min', '2 Uhr'],
    ...[
      '2. Dezember wieder da',
      '1. Stock',
      '3 Tage krank',
      '1 oder 2',
      '1-2',
      '1,2',
      '1 + 2',
      '2 und 3?',
      '1?',
      'Ja?',
      '1??',
      '2 !?',
    ],
    ...[
      '1 Tag krank',
      '2 Monate',
      '2 Leute kommen',
      '3 Kollegen',
      '1:30 h',
      '2,25 Std.',
      '1.12. wieder da',
      '1.5. frei',
    ],
    ...['1 u. 2', '3 Mann', '1 doch nicht', '1 Ich komme nicht', '2, ich komme', '2 Fahrzeuge'],
    ...['1 nein', '2 ja', 'Ja, nein', 'nein, doch ja', 'Ich komme? nein'],
  ])
    assert.deepEqual(read(text), [null, null, text]);
  for (const [text, minutes] of [
    ...[['1 in 2 Stunden', 120] as const, ['1 (20 min)', 20] as const, ['1/20', 20] as const, ['1, 20', 20] as const],
    ...[
      ['1 2', 2] as const,
      ['1 - 20 min', 20] as const,
      ['1/20 min', 20] as const,
      ['1. 20 min', 20] as const,
      ['1. Jana bringt den Schlüssel', null] as const,
      ['1. Mail gelesen', null] as const,
      ['Ja 1/2 Stunde', null] as const,
      ['Ja bis 20 Uhr', null] as const,
      ['Ich komme bis 20 Uhr', null] as const,
      ['Ich komme - 2 Stunden', 120] as const,
      ['1 ja', null] as const,
      ['ja, no problem', null] as const,
      ['1: ich bin im 2. Stock', null] as const,
    ],
  ])
    assert.deepEqual(read(text).slice(0, 2), ['1', minutes], text);
});

test('a reply that repeats the whole list of answers chooses none', () => {
  const list = '1 = Ich komme, 2 = Ich komme nicht, 3 = Später / unklar';
  for (const text of [list, `„${list}“`, list.replaceAll(' = ', '=')]) assert.equal(read(text)[0], null, text);
  assert.deepEqual(read('2 = Ich komme nicht, 20 = zu weit'), ['2', null, 'Ich komme nicht, 20 = zu weit']);
});

const worded: ReplyOption[] = [
  { code: 'A', label: 'Bin (schon) da', labelEn: null, kind: 'POSITIVE', askMinutes: true },
  { code: 'komme', label: 'Breche sofort auf', labelEn: null, kind: 'POSITIVE', askMinutes: true },
  { code: 'Weg', label: 'Komme nicht', labelEn: null, kind: 'NEGATIVE', askMinutes: false },
  { code: 'Ä2', label: 'Übergebe an Vertretung', labelEn: '', kind: 'NEUTRAL', askMinutes: false },
];

test('reads a letter code like a digit in any case, in quotation marks, brackets or a list line', () => {
  const codes = worded.map(({ code }) => code);
  const around = fc.constantFrom(...['', '„', '"', '[', '(', '> ', '- ', '*', '`', '»', '\n• ']);
  const after = fc.constantFrom(
    ...['', '.', '!', '“', '"', ']', ') ', '*', '`', '«', ' = das', ': das', ', bitte', '\n--'],
  );
  const spelt = fc.constantFrom((c: string) => c, ...[(c: string) => c.toLowerCase(), (c: string) => c.toUpperCase()]);
  fc.assert(
    fc.property(fc.constantFrom(...codes), around, after, spelt, (code, open, close, spell) => {
      assert.equal(readReply(open + spell(code) + close, worded).option, code);
    }),
  );
});

test('a code that is also a word is part of the text; a label or a no overrides it', () => {
  const chosen = (text: string) => readReply(text, worded).option;
  assert.equal(chosen('Komme nicht'), 'Weg');
  assert.equal(chosen('komme in 20 min'), 'komme');
  for (const text of ['komme heute nicht', 'Kommen wir?', 'Ab wann?', 'Weggefahren', 'Ä 2'])
    assert.equal(chosen(text), null, text);
  assert.equal(chosen('bin (schon)\nda'), 'A', 'wherever a program broke the line');
  assert.equal(chosen('Bin schon da'), null);
});

test('recognizes a label in both languages, independent of the language of the question', () => {
  assert.deepEqual(read('I am coming, in 20 minutes'), ['1', 20, 'in 20 minutes']);
  assert.deepEqual(read('i am NOT coming, I am ill'), ['2', null, 'I am ill']);
  assert.deepEqual(read('Later / not sure'), ['3', null, '']);
  const list = '1 = I am coming, 2 = I am not coming, 3 = Later / not sure';
  assert.equal(read(list)[0], null, 'who sends the whole list back chose none');
});

test('reads minutes where the option asks for them', () => {
  assert.deepEqual(read('1 in 20'), ['1', 20, 'in 20']);
  assert.deepEqual(read('ja, komme in 20 Minuten mit dem Auto'), ['1', 20, 'komme in 20 Minuten mit dem Auto']);
  assert.equal(read('1 45min')[1], 45);
  assert.deepEqual(
    read('1 20\n\nKlinikum Nord\nTel. 0221 4711'),
    ['1', 20, 'Klinikum Nord\nTel. 0221 4711'],
    'alone in its line',
  );
  assert.deepEqual(read('Ja\n15\nBrigitte'), ['1', 15, 'Brigitte']);
  assert.equal(read('1 90')[1], 90);
  assert.deepEqual(read('1 20'), ['1', 20, ''], 'a number alone is no remark');
  const behind = [
    'JA 15 komme mit Bus',
    'ja 15, mit dem Bus',
    '1 15 bin unterwegs',
    'Ich komme 15 mit dem Rad',
    'yes 15 by bus',
  ];
  for (const text of [...behind, 'Ja! 15.', 'JA 15 KOMME MIT BUS', '1: 15; Stau'])
    assert.equal(read(text)[1], 15, text);
  const counted = [
    'ja 3 leute',
    'Ja 20 Uhr',
    'ja 20:15 bin ich da',
    'Ja, 2 Feuerwehrleute kommen mit',
    'ja 2 von uns',
    'Ja 5 km weg',
  ];
  for (const text of [
    ...counted,
    'ja 1.5 km entfernt',
    'ja 8 Uhr',
    'Ja 24/7 erreichbar',
    'ja 100% sicher',
    'Ja 4711 Euro',
  ])
    assert.equal(read(text)[1], null, text);
  assert.equal(read('1 in 2 Stunden')[1], 120);
  assert.equal(read('1 in 1 h 30 min')[1], 90);
  assert.equal(read('1 um 20:15')[1], null);
  assert.equal(read('1 in 9000 min')[1], null);
  assert.equal(read('2 in 20')[1], null);
});

test('no text gets lost or makes an answer that cannot be stored', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.constantFrom('', '1 ', 'ja ', 'Ich komme '), (words, start) => {
      const { option, minutes, text } = readReply(start + words, options);
      assert.ok(option === null || options.some(({ code }) => code === option));
      assert.ok(minutes === null || (Number.isInteger(minutes) && minutes >= 0 && minutes <= answerMinutes.maximum));
      if (option === null) assert.equal(text, (start + words).normalize('NFC').trim());
      else
        assert.ok((start + words).normalize('NFC').trim().endsWith(text.trim()), 'a number alone is told as minutes');
    }),
  );
});

test('a code names its report at any position and is not part of the words', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2_000_000_000 }), fc.boolean(), (reportId, before) => {
      const code = `#${replyCode(reportId)}`;
      const named = namedReport(before ? `${code} 1 in 20` : `1 in 20 ${code.toLowerCase()}`);
      assert.deepEqual(named, { reportId, rest: '1 in 20' });
    }),
  );
  assert.equal(namedReport('Zimmer A#1 oder #, bitte'), null);
});

const question = fc.record({
  recipientId: fc.integer({ min: 1 }),
  reportId: fc.integer({ min: 1, max: 5 }),
  eventId: fc.integer({ min: 1, max: 3 }),
  open: fc.boolean(),
  answered: fc.boolean(),
});

test('a reply answers one question, and only if the question is clear', () => {
  const asked = fc.uniqueArray(question, { selector: ({ reportId }) => reportId, maxLength: 4 });
  fc.assert(
    fc.property(asked, fc.option(fc.integer({ min: 1, max: 5 })), (questions: AskedQuestion[], reportId) => {
      const found = meantQuestion(questions, reportId);
      const rank = ({ open, answered }: AskedQuestion) => (open ? (answered ? 1 : 0) : 2);
      const best = questions.filter((one) => questions.every((other) => rank(one) <= rank(other)));
      const clear = reportId === null ? best : questions.filter((one) => one.reportId === reportId);
      assert.equal(found, clear.length === 1 ? clear[0] : null);
    }),
  );
});
