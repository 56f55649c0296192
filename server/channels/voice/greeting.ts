import { setTimeout as sleep } from 'node:timers/promises';

/** Times at the beginning of a call in milliseconds. */
export interface GreetingWaits {
  /** Silence after which the message begins. */
  quiet: number;
  /** Speech without such silence that only a machine makes. */
  speech: number;
  /** The longest wait for the end of a machine's greeting; a person taken for a machine hears nothing until then. */
  longest: number;
}

/** A person says a few words and waits. */
export const usualGreeting: GreetingWaits = { quiet: 1_000, speech: 4_000, longest: 20_000 };

/** A call whose sound is heard while the program is silent. */
export interface SoundSource {
  /** Called for each piece of loud sound with its length in milliseconds. */
  onSound: (length: number) => void;
}

/** Loud pieces are at least 40 % of a greeting, unlike knocks, steps, and "Hello?" again and again. */
const shareOfSpeech = 0.4;

/**
 * Listens until the other side is silent. Someone who speaks on and on is an answering machine: then its greeting and
 * its tone end first. Sounds that are not enough for a machine don't delay the message for long. `interrupted`: a key or
 * the end of the call, which no machine waits for.
 */
export async function whoAnswers(
  voice: SoundSource,
  { quiet, speech, longest }: GreetingWaits,
  interrupted: Promise<unknown>,
): Promise<'person' | 'machine'> {
  const silence = Promise.withResolvers<'person'>();
  const machine = Promise.withResolvers<'machine'>();
  const ended = Promise.withResolvers<void>();
  const timer = setTimeout(() => {
    silence.resolve('person');
    ended.resolve();
  }, quiet);
  const waiting = new AbortController();
  let spoken = 0;
  voice.onSound = (length) => {
    timer.refresh();
    spoken += length;
    if (spoken >= speech) machine.resolve('machine');
  };
  try {
    const key = interrupted.then(() => 'person' as const);
    const { signal } = waiting;
    const undecided = sleep(speech / shareOfSpeech, 'person' as const, { signal }).catch(() => 'person' as const);
    const who = await Promise.race([silence.promise, machine.promise, key, undecided]);
    if (who === 'person') return who;
    const limit = sleep(longest, 'machine' as const, { signal }).catch(() => 'machine' as const);
    return await Promise.race([ended.promise.then(() => 'machine' as const), limit, key]);
  } finally {
    clearTimeout(timer);
    waiting.abort();
    voice.onSound = () => {};
  }
}
