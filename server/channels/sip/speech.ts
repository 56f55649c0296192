import { spawn } from 'node:child_process';
import { DeliveryError } from '#server/channels/channel.ts';
import { createLimiter } from '#server/platform/limiter.ts';
import type { Language } from '#shared/languages.ts';
import { encodeG711 } from './g711.ts';
import type { Speech } from './media.ts';
import { atTelephoneRate, parseWav } from './wav.ts';

/** Speaks a text; throws a DeliveryError if this machine can't. */
export type Say = (text: string, language: Language) => Promise<Speech>;

const program = 'espeak-ng';
const longestOutput = 64 * 1024 * 1024; // about 25 minutes
const longestWait = 60_000;
const mostKept = 64 * 1024 * 1024;
const mostAtOnce = 2;
const mostWaiting = 1_000;
const gap = 400; // milliseconds of silence after each text

/** Voices that aren't named like their language. */
const voices: Readonly<Partial<Record<Language, string>>> = { en: 'en-gb' };

const limited = createLimiter(mostAtOnce, mostWaiting);
const kept = new Map<string, { speech: Promise<Speech>; octets: number }>();
let keptOctets = 0;

/** Speaks each text once and caches it. */
export function speaking(wordsPerMinute: number): Say {
  return (text, language) => {
    const key = `${wordsPerMinute} ${language} ${text}`;
    const known = kept.get(key);
    if (known) {
      kept.delete(key);
      kept.set(key, known); // the newest is at the end
      return known.speech;
    }
    const entry = {
      speech: limited(() => spoken(plain(text), voices[language] ?? language, wordsPerMinute)),
      octets: 0,
    };
    kept.set(key, entry);
    entry.speech.then(
      ({ alaw, ulaw }) => {
        entry.octets = alaw.length + ulaw.length;
        keptOctets += entry.octets;
        forgetOldest();
      },
      () => kept.delete(key),
    );
    return entry.speech;
  };
}

function forgetOldest(): void {
  for (const [key, { octets }] of kept) {
    if (keptOctets <= mostKept) return;
    if (!octets) continue;
    kept.delete(key);
    keptOctets -= octets;
  }
}

/** Returns the text without the program's commands. */
const plain = (text: string): string => text.replace(/[^\P{Cc}\n]/gu, ' ').replace(/\[(?=\[)/g, '[ ');

async function spoken(text: string, voice: string, wordsPerMinute: number): Promise<Speech> {
  const sound = parseWav(
    await run(text, ['-v', voice, '-s', String(wordsPerMinute), '-b', '1', '--stdin', '--stdout']),
  );
  if (!sound?.samples.length) throw missing('its output is no WAV file with sound');
  const samples = atTelephoneRate(sound);
  const silent = new Int16Array(8 * gap);
  const whole = new Int16Array(samples.length + silent.length);
  whole.set(samples);
  return { alaw: encodeG711(whole, 'alaw'), ulaw: encodeG711(whole, 'ulaw') };
}

/** Runs the program; the text goes to its input, where it can't be an option. */
function run(text: string, options: readonly string[]): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, options, { stdio: ['pipe', 'pipe', 'ignore'] });
    const parts: Buffer[] = [];
    let octets = 0;
    const timer = setTimeout(() => child.kill('SIGKILL'), longestWait);
    child.once('error', ({ message }) => {
      clearTimeout(timer);
      reject(missing(message));
    });
    child.stdout.on('data', (part: Buffer) => {
      octets += part.length;
      if (octets > longestOutput) child.kill('SIGKILL');
      else parts.push(part);
    });
    child.stdin.on('error', () => undefined); // the program ended; its exit code is the reason
    child.stdin.end(text);
    child.once('close', (code) => {
      clearTimeout(timer);
      if (code === 0) resolve(Buffer.concat(parts));
      else reject(missing(`it ended with ${code ?? 'a signal'}`));
    });
  });
}

const missing = (why: string): DeliveryError =>
  new DeliveryError('channel', 'speech_missing', { broken: true, detail: `${program}: ${why}` });
