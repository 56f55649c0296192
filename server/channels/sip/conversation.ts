import { setTimeout as sleep } from 'node:timers/promises';
import { type GreetingWaits, usualGreeting, whoAnswers } from '#server/channels/voice/greeting.ts';
import { type CallState, heard, mostAnswers, said, spokenRounds } from '#server/channels/voice/script.ts';
import { callTexts } from '#server/channels/voice/texts.ts';
import { textIn } from '#shared/label.ts';
import type { Voice } from './media.ts';
import type { Say } from './speech.ts';

/** Waits of a conversation in milliseconds; tests use shorter ones. */
export interface ConversationWaits {
  greeting: GreetingWaits;
  /** For a key after a question. */
  key: number;
  /** Before the answers are read after the message. */
  pause: number;
  /** Before an answer that couldn't be stored is stored again. */
  again: number;
}

/** The waits of a real call. */
export const usualConversation: ConversationWaits = {
  greeting: usualGreeting,
  ...{ key: 8_000, pause: 1_000, again: 1_000 },
};

/** A call in which keys are pressed. */
export interface Conversation {
  voice: Voice;
  /** Resolves when the call is over. */
  ended: Promise<void>;
  say: Say;
  text: string;
  state: CallState;
  /** Resolves once the answer is on disk; `what` names it within the call. */
  answer(text: string, what: string): Promise<void>;
  /** Called when the message begins. */
  begins(): void;
  /** Called when the message was spoken once, or a key was pressed. */
  heard(): void;
  /** Whether an answering machine is told from a person. */
  detectsMachines: boolean;
  /** The last words; default: a goodbye after the answers. */
  closing?: string;
  waits: ConversationWaits;
}

const longestMinutes = 4;
const storedTries = 4;

/** Returns all texts that a conversation may speak. */
export function textsToSpeak({ text, state, closing }: Pick<Conversation, 'text' | 'state' | 'closing'>): string[] {
  const [message, menu] = heard(text, state);
  if (!menu) return [message!.text, ...(closing ? [closing] : [])];
  const { unknown, minutes, thanks, change, bye } = textIn(callTexts, state.language);
  const asksMinutes = state.options.some(({ askMinutes }) => askMinutes);
  return [message!.text, menu.text, unknown, ...(asksMinutes ? [minutes] : []), thanks, change, closing ?? bye];
}

/**
 * Speaks the message twice, then the answers. Any key interrupts, an answer counts at once, its minutes follow, and
 * another key changes it. An answering machine gets message and answers once, because it may be a person who talked for
 * long. Resolves at the end to who answered.
 */
export async function converse(conversation: Conversation): Promise<'person' | 'machine'> {
  const talk = new Talk(conversation);
  try {
    await talk.run();
  } catch (error) {
    if (!(error instanceof CallOver)) throw error;
  }
  return talk.who;
}

class CallOver extends Error {}

class Talk {
  readonly #conversation: Conversation;
  readonly #pressed: string[] = [];
  #given = 0;
  #isOver = false;
  #wake = () => {};
  who: 'person' | 'machine' = 'person';

  constructor(conversation: Conversation) {
    this.#conversation = conversation;
    const { voice, ended } = conversation;
    voice.onKey = (key) => {
      voice.stop();
      this.who = 'person';
      this.#pressed.push(key);
      this.#wake();
    };
    void ended.then(() => {
      this.#isOver = true;
      this.#wake();
    });
  }

  async run(): Promise<void> {
    const { text, state, waits } = this.#conversation;
    const texts = textIn(callTexts, state.language);
    const [message, menu] = heard(text, state);
    await this.#greeting();
    // otherwise a key without meaning would skip the message
    if (!state.options.some(({ key }) => key === this.#pressed[0])) this.#pressed.length = 0;
    this.#conversation.begins();
    for (let time = 0; time < said; time++) {
      await this.#during(message!.text);
      this.#conversation.heard();
      // a machine whose greeting was not waited for records the second time
      if (this.who === 'machine' && waits.greeting.longest > 0) break;
    }
    if (!menu) return this.#conversation.closing ? this.#bye() : undefined;
    await this.#key(waits.pause);
    for (let round = 1; round <= spokenRounds; ) {
      await this.#during(menu.text);
      let key = await this.#nextKey();
      if (this.who === 'machine') return;
      let option = state.options.find((one) => one.key === key);
      while (option) {
        key = await this.#take(option);
        option = state.options.find((one) => one.key === key);
        if (!option && key === null) return this.#bye();
      }
      round++;
      if (key !== null && round <= spokenRounds) await this.#during(texts.unknown);
    }
    await this.#bye();
  }

  /** Lets the other side speak first. */
  async #greeting(): Promise<void> {
    const { voice, waits, detectsMachines } = this.#conversation;
    if (!detectsMachines || this.#pressed.length) return;
    const who = await whoAnswers(voice, waits.greeting, this.#woken());
    if (this.#isOver) throw new CallOver();
    if (!this.#pressed.length) this.who = who;
  }

  /** Keys count no longer. */
  #bye(): Promise<void> {
    this.#pressed.length = 0;
    const { closing, state } = this.#conversation;
    return this.#speak(closing ?? textIn(callTexts, state.language).bye);
  }

  /** Takes an answer and its minutes; returns the next key, or null. */
  async #take({ code, askMinutes }: CallState['options'][number]): Promise<string | null> {
    const { thanks, change, minutes } = textIn(callTexts, this.#conversation.state.language);
    const suffix = this.#given ? `-${this.#given}` : '';
    this.#given++;
    await this.#stored(code, `answer-${code}${suffix}`);
    if (askMinutes) {
      await this.#during(minutes);
      const number = await this.#number();
      if (number !== null) await this.#stored(`${code} ${number}`, `minutes-${code}${suffix}`);
    }
    if (this.#given >= mostAnswers) {
      await this.#speak(thanks);
      return null;
    }
    await this.#during(thanks, change);
    return this.#nextKey();
  }

  /** Stores an answer with retries; without success, the caller hears no thanks. */
  async #stored(text: string, what: string): Promise<void> {
    const { answer, waits } = this.#conversation;
    for (let tried = 1; ; tried++) {
      try {
        return await answer(text, what);
      } catch (error) {
        if (tried >= storedTries) throw error;
        await sleep(waits.again);
      }
    }
  }

  async #speak(...texts: string[]): Promise<void> {
    const { voice, say, state } = this.#conversation;
    const parts = await Promise.all(texts.map((text) => say(text, state.language)));
    if (this.#isOver) throw new CallOver();
    if (!this.#pressed.length) await voice.speak(parts);
    if (this.#isOver) throw new CallOver();
  }

  /** Speaks until a key is pressed. */
  async #during(...texts: string[]): Promise<void> {
    if (!this.#pressed.length) await Promise.race([this.#speak(...texts), this.#woken()]);
    if (this.#isOver) throw new CallOver();
  }

  /** Waits for a key, which stays. */
  async #key(longest: number): Promise<void> {
    if (!this.#pressed.length) {
      const waiting = new AbortController();
      const pause = sleep(longest, undefined, { signal: waiting.signal }).catch(() => undefined);
      await Promise.race([pause, this.#woken()]);
      waiting.abort();
    }
    if (this.#isOver) throw new CallOver();
  }

  async #nextKey(): Promise<string | null> {
    await this.#key(this.#conversation.waits.key);
    return this.#pressed.shift() ?? null;
  }

  /** Takes digits until #, the most digits or a pause; null without any. */
  async #number(): Promise<number | null> {
    let digits = '';
    while (digits.length < longestMinutes) {
      const key = await this.#nextKey();
      if (key === null || !/\d/.test(key)) break;
      digits += key;
    }
    return digits ? Number(digits) : null;
  }

  #woken(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }
}
