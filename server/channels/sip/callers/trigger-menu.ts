import { setTimeout as sleep } from 'node:timers/promises';
import type { PhoneAnswer, PhoneOrder } from '#server/channels/received.ts';
import type { IncomingCall } from '#server/channels/sip/incoming-call.ts';
import type { Say } from '#server/channels/sip/speech.ts';
import { callBackTexts } from '#server/channels/voice/call-back-texts.ts';
import { revertsStart } from '#server/channels/voice/menu.ts';
import { menuTexts } from '#server/channels/voice/menu-texts.ts';
import { textIn } from '#shared/label.ts';
import { type Language, languageCodes } from '#shared/languages.ts';

/** Runs a caller's order to start an alarm, or to revert it. */
export type TakeCallOrder = (order: Omit<PhoneOrder, 'response'>) => Promise<PhoneAnswer>;

/** A connected caller who may start an alarm. */
export interface MenuCall {
  call: Pick<IncomingCall, 'media' | 'ended' | 'isOver'>;
  say: Say;
  order: TakeCallOrder;
  /** The same for repeated orders of this call. */
  id: string;
  /** The caller's number, if shown. */
  from: string | null;
  language: Language;
  /** Milliseconds to wait for a key, and before a failed order is run again. */
  waits: { key: number; again: number };
}

const rounds = 3;
const mostDigits = 12;
const orderTries = 4;

// milliseconds between two keys of one entry at most, so that a star at the end of a PIN reverts nothing
const entryGap = 1_500;

/** Asks for alarm, mode and PIN, as calls over Twilio do. Resolves at the end of the menu or of the call. */
export async function runTriggerMenu(call: MenuCall): Promise<'ordered' | 'left'> {
  return new TriggerMenu(call).run();
}

class TriggerMenu {
  readonly #menu: MenuCall;
  readonly #pressed: string[] = [];
  #language: Language;
  #isResult = false; // keys interrupt no result
  #wake = () => {};

  constructor(menu: MenuCall) {
    this.#menu = menu;
    this.#language = menu.language;
    menu.call.media.onKey = (key) => {
      if (!this.#isResult) menu.call.media.stop();
      this.#pressed.push(key);
      this.#wake();
    };
    void menu.call.ended.then(() => this.#wake());
  }

  async run(): Promise<'ordered' | 'left'> {
    const trigger = await this.#number();
    const mode = trigger === null ? null : await this.#mode();
    const answer = trigger === null || mode === null ? null : await this.#start(trigger, mode === '9');
    await this.#speakResult(answer ?? '', this.#texts.bye);
    return answer === null ? 'left' : 'ordered';
  }

  get #texts() {
    return textIn(menuTexts, this.#language);
  }

  get #isOver(): boolean {
    return this.#menu.call.isOver;
  }

  async #number(): Promise<number | null> {
    for (let round = 1; round <= rounds && !this.#isOver; round++) {
      await this.#speak(this.#texts.number, round === 1 ? this.#otherLanguage() : '');
      const digits = await this.#digits();
      if (digits.includes('*')) this.#language = otherThan(this.#language);
      else if (/^\d{1,9}$/.test(digits)) return Number(digits);
    }
    return null;
  }

  #otherLanguage(): string {
    return textIn(menuTexts, otherThan(this.#language)).star;
  }

  async #mode(): Promise<'1' | '9' | null> {
    for (let round = 1; round <= rounds && !this.#isOver; round++) {
      await this.#speak(this.#texts.mode);
      const key = await this.#key(this.#menu.waits.key);
      if (key === '1' || key === '9') return key;
    }
    return null;
  }

  /** Returns the last words; null if the caller left. */
  async #start(trigger: number, exercise: boolean): Promise<string | null> {
    let before = '';
    for (let round = 1; round <= rounds && !this.#isOver; round++) {
      await this.#speak(before, this.#texts.pin);
      const pin = await this.#digits();
      if (this.#isOver) return null; // an unfinished PIN is no attempt
      const answer = await this.#order({ trigger, exercise, pin });
      if (!answer) return textIn(callBackTexts, this.#language).failed;
      if (answer.undoSeconds) return this.#offerStop(answer.text, answer.undoSeconds);
      if (!answer.again) return answer.text;
      before = answer.text;
      this.#pressed.length = 0;
    }
    return before;
  }

  /** A star reverts the start; other keys repeat how, because a PIN may be entered twice. */
  async #offerStop(text: string, seconds: number): Promise<string | null> {
    const until = performance.now() + 1_000 * seconds;
    let speaking: Promise<void> | null = null;
    const speak = (...texts: string[]) => {
      speaking ??= this.#speakResult(...texts)
        .catch(() => undefined)
        .finally(() => {
          speaking = null;
        });
    };
    speak(text, this.#texts.stop);
    while (!this.#isOver) {
      const keys = await this.#entry(until);
      if (revertsStart(keys)) {
        const answer = await this.#order();
        this.#menu.call.media.stop();
        await speaking;
        return answer?.text ?? textIn(callBackTexts, this.#language).failed;
      }
      if (performance.now() >= until) break;
      if (keys) speak(this.#texts.stop);
    }
    await speaking;
    return '';
  }

  /** Runs an order, again after a failure: the same order never starts twice. Null if it fails further. */
  async #order(start?: PhoneOrder['start']): Promise<PhoneAnswer | null> {
    const { order, id: call, from, waits } = this.#menu;
    for (let tried = 1; tried <= orderTries; tried++) {
      const one = { call, from, language: this.#language, ...(start ? { start } : {}) };
      const answer = await order(one).catch(() => null);
      if (answer) return answer;
      await sleep(waits.again);
    }
    return null;
  }

  /** Speaks until a key is pressed. */
  async #speak(...texts: string[]): Promise<void> {
    const parts = await this.#spoken(texts);
    if (this.#isOver || this.#pressed.length) return;
    await Promise.race([this.#menu.call.media.speak(parts), this.#woken()]);
  }

  /** Speaks to the end, whatever is pressed. */
  async #speakResult(...texts: string[]): Promise<void> {
    this.#isResult = true;
    const parts = await this.#spoken(texts);
    if (!this.#isOver) await this.#menu.call.media.speak(parts);
  }

  #spoken(texts: string[]) {
    return Promise.all(texts.filter(Boolean).map((text) => this.#menu.say(text, this.#languageOf(text))));
  }

  #languageOf(text: string): Language {
    return text === this.#otherLanguage() ? otherThan(this.#language) : this.#language;
  }

  /** Takes keys until # or a pause. A # after the longest PIN belongs to it. */
  async #digits(): Promise<string> {
    let digits = '';
    while (digits.length <= mostDigits) {
      const key = await this.#key(this.#menu.waits.key);
      if (key === null || key === '#') break;
      digits += key;
    }
    return digits;
  }

  /** Takes keys that follow each other at once, until they revert the start or the time is over; '' without any. */
  async #entry(until: number): Promise<string> {
    const left = () => Math.max(until - performance.now(), 0);
    const gap = () => Math.min(entryGap, left());
    let keys = '';
    for (let key = await this.#key(left()); key !== null; key = await this.#key(gap())) {
      keys += key;
      if (revertsStart(keys)) break;
    }
    return keys;
  }

  async #key(longest: number): Promise<string | null> {
    if (!this.#pressed.length && !this.#isOver) {
      const waiting = new AbortController();
      const pause = sleep(longest, undefined, { signal: waiting.signal }).catch(() => undefined);
      await Promise.race([pause, this.#woken()]);
      waiting.abort();
    }
    return this.#pressed.shift() ?? null;
  }

  #woken(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }
}

const otherThan = (language: Language): Language =>
  languageCodes[(languageCodes.indexOf(language) + 1) % languageCodes.length]!;
