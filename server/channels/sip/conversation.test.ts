import assert from 'node:assert/strict';
import test from 'node:test';
import { usualGreeting } from '#server/channels/voice/greeting.ts';
import type { CallState } from '#server/channels/voice/script.ts';
import { type Conversation, converse, textsToSpeak } from './conversation.ts';
import type { Speech } from './media.ts';

const state: CallState = {
  language: 'de',
  voice: '',
  replyCode: null,
  round: 1,
  options: [
    { key: '1', code: '1', label: 'Ich komme', askMinutes: true },
    { key: '2', code: '2', label: 'Ich komme nicht', askMinutes: false },
  ],
};

interface Talked {
  said: string[];
  answers: string[];
  who: 'person' | 'machine';
}

/** A call whose person presses keys: each entry after the next text; an empty one is silence. `early`: before any text. */
async function talk(keys: readonly string[], more: Partial<Conversation> = {}, early = ''): Promise<Talked> {
  const talked: Talked = { said: [], answers: [], who: 'person' };
  const texts = new Map<Speech, string>();
  const left = [...keys];
  const voice: Conversation['voice'] = {
    onKey: () => {},
    onSound: () => {},
    stop: () => {},
    async speak(parts) {
      for (const part of parts) talked.said.push(texts.get(part)!);
      for (const key of left.shift() ?? '') voice.onKey(key);
    },
  };
  const talking = converse({
    voice,
    ended: new Promise(() => {}),
    say: async (text) => {
      const speech = { alaw: Buffer.alloc(1), ulaw: Buffer.alloc(1) };
      texts.set(speech, text);
      return speech;
    },
    text: 'Bitte kommen Sie.',
    state,
    begins: () => {},
    heard: () => {},
    answer: async (text, what) => void talked.answers.push(`${text} ${what}`),
    detectsMachines: false,
    waits: { greeting: usualGreeting, key: 20, pause: 1, again: 1 },
    ...more,
  });
  if (more.detectsMachines) voice.onSound(5_000);
  for (const key of early) voice.onKey(key);
  talked.who = await talking;
  return talked;
}

const menu = 'Drücken Sie 1 für: Ich komme. Drücken Sie 2 für: Ich komme nicht.';
const thanks = ['Vielen Dank. Ihre Antwort ist angekommen.', 'Um sie zu ändern, drücken Sie jetzt eine andere Taste.'];
const minutes = 'In wie vielen Minuten sind Sie da? Geben Sie die Zahl ein und drücken Sie die Raute-Taste.';
const message = ['Bitte kommen Sie.', 'Bitte kommen Sie.'];

test('reads the message twice and the answers, and takes a key with minutes', async () => {
  const { said, answers } = await talk(['', '', '1', '20#']);
  assert.deepEqual(said, [...message, menu, minutes, ...thanks, 'Auf Wiederhören.']);
  assert.deepEqual(answers, ['1 answer-1', '1 20 minutes-1']);
});

test('a key during the message counts at once; silence after it leaves the answer without minutes', async () => {
  const { said, answers } = await talk(['1']);
  assert.deepEqual(said.slice(0, 2), [message[0], minutes]);
  assert.deepEqual(answers, ['1 answer-1']);
});

test('another key changes the answer, five times at most', async () => {
  const { answers, said } = await talk(['2', '2', '2', '2', '2', '2']);
  assert.deepEqual(answers, ['2 answer-2', '2 answer-2-1', '2 answer-2-2', '2 answer-2-3', '2 answer-2-4']);
  assert.deepEqual(said.slice(-2), [thanks[0], 'Auf Wiederhören.']);
});

test('an unknown key or silence repeats the answers three times', async () => {
  const { said, answers } = await talk(['', '', '9']);
  assert.deepEqual(answers, []);
  assert.equal(said.filter((text) => text === menu).length, 3);
  assert.equal(said.filter((text) => text === 'Diese Taste ist nicht belegt.').length, 1);
  assert.equal(said.at(-1), 'Auf Wiederhören.');
});

test('an unknown key after an answer repeats the answers', async () => {
  const { said, answers } = await talk(['2', '7', '1', '5#']);
  assert.deepEqual(answers, ['2 answer-2', '1 answer-1-1', '1 5 minutes-1-1']);
  assert.ok(said.includes('Diese Taste ist nicht belegt.'));
});

test('takes at most four digits', async () => {
  assert.deepEqual((await talk(['1', '12345'])).answers, ['1 answer-1', '1 1234 minutes-1']);
});

test('a person who speaks for long hears message and answers once, and can answer', async () => {
  const greeting = { quiet: 20, speech: 4_000, longest: 30_000 };
  const waits = { greeting, key: 20, pause: 1, again: 1 };
  const machine = await talk([], { detectsMachines: true, waits });
  assert.deepEqual([machine.said, machine.who], [[message[0], menu], 'machine']);
  const person = await talk(['', '2'], { detectsMachines: true, waits });
  assert.deepEqual([person.said.slice(0, 2), person.answers], [[message[0], menu], ['2 answer-2']]);
  assert.equal(person.who, 'person');
  const later = { ...waits, greeting: { ...greeting, quiet: 30_000, longest: 0 } };
  const again = await talk([], { detectsMachines: true, waits: later });
  assert.deepEqual([again.said, again.who], [[...message, menu], 'machine'], 'without waiting for silence');
});

test('an early key begins the message, and counts only as an answer', async () => {
  const greeting = { quiet: 30_000, speech: 4_000, longest: 30_000 };
  const more = { detectsMachines: true, waits: { greeting, key: 20, pause: 1, again: 1 } };
  const unknown = await talk([], more, '#');
  assert.deepEqual([unknown.said.slice(0, 2), unknown.answers, unknown.who], [message, [], 'person']);
  const known = await talk([], more, '2');
  assert.deepEqual([known.said, known.answers], [[...thanks, 'Auf Wiederhören.'], ['2 answer-2']]);
});

test('without answers it only reads the message', async () => {
  assert.deepEqual((await talk([], { state: { ...state, options: [] } })).said, message);
});

test('stores an answer again if that fails, and thanks only once it is stored', async () => {
  let failures = 2;
  const answers: string[] = [];
  const answer = async (text: string) => {
    if (failures-- > 0) throw new Error('full');
    answers.push(text);
  };
  assert.ok((await talk(['2'], { answer })).said.includes(thanks[0]!));
  assert.deepEqual(answers, ['2']);
  failures = 100;
  await assert.rejects(talk(['2'], { answer }), /full/);
});

test('ends with the call, and says nothing more', async () => {
  const ended = Promise.withResolvers<void>();
  const answer = async () => ended.resolve();
  const { said } = await talk(['2'], { ended: ended.promise, answer });
  assert.deepEqual(said, message.slice(1));
});

test('names all its texts before the call', async () => {
  const texts = textsToSpeak({ text: 'Bitte kommen Sie.', state });
  const { said } = await talk(['9', '1', '20#']);
  for (const one of said) assert.ok(texts.includes(one), one);
  assert.deepEqual(textsToSpeak({ text: 'x', state: { ...state, options: [] } }), ['x']);
});
