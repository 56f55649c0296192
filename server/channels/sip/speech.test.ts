import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { DeliveryError } from '#server/channels/channel.ts';
import { type SpeechProgram, startSpeechProgram, textsIn } from '#testing/fakes/speech-program.ts';
import { speaking } from './speech.ts';

let program: SpeechProgram;
before(async () => {
  program = await startSpeechProgram();
});
after(() => program.stop());

const say = speaking(140);
const spoken = async (text: string) => textsIn((await say(text, 'de')).alaw);

test('no text is a command of the program', async () => {
  // commands begin with \u0001, phonemes with [[, options with -, and \0 ends the text
  assert.deepEqual(await spoken('Raum \u00010A 12 [[[h@l@U]]]\0 rechts'), ['Raum  0A 12 [ [ [h@l@U]]]  rechts']);
  assert.deepEqual(await spoken('--help\nzwei'), ['--help\nzwei']);
});

test('speech without any sound is a failure, not a silent call', async () => {
  await assert.rejects(
    say('', 'de'),
    ({ kind, reason }: DeliveryError) => `${kind} ${reason}` === 'channel speech_missing',
  );
});
