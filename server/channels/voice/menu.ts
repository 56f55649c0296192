import type { Values } from '#server/channels/channel.ts';
import { type CallbackRequest, type PhoneAnswer, type Received, RequestRefused } from '#server/channels/received.ts';
import { textIn } from '#shared/label.ts';
import { defaultLanguage, type Language, languageCodes, languageOf } from '#shared/languages.ts';
import { type MenuTexts, menuTexts } from './menu-texts.ts';
import { escaped, response, say } from './script.ts';

/** An incoming call's state in the next callback address, so that nothing is stored. */
interface MenuState {
  language: Language;
  /** The number of repetitions of the current question. */
  round: number;
  trigger: number;
  exercise: boolean;
}

type Step = 'number' | 'mode' | 'pin' | 'stop';

const rounds = 3;
const type = 'text/xml; charset=utf-8';
const steps: Record<Step, { said: keyof MenuTexts; keys: string }> = {
  number: { said: 'number', keys: 'finishOnKey="#" timeout="10"' },
  mode: { said: 'mode', keys: 'numDigits="1" finishOnKey="" timeout="10"' },
  pin: { said: 'pin', keys: 'finishOnKey="#" timeout="10"' },
  stop: { said: 'stop', keys: 'finishOnKey="#" timeout="5"' },
};

/** Returns whether keys revert a start. No PIN has a star, so one that is entered twice reverts nothing. */
export const revertsStart = (keys: string): boolean => /^0?\*#?$/.test(keys);

/**
 * An incoming call: alarm, real or exercise, PIN; then it starts, and star and hash revert it. The address's signature
 * protects the state.
 */
export function readMenu(request: CallbackRequest, form: URLSearchParams, settings: Values): Received {
  const call = form.get('CallSid');
  const step = request.path.replace(/^call\/?/, '');
  if (!call || !['', ...Object.keys(steps)].includes(step)) throw new RequestRefused('content');
  const digits = form.get('Digits') ?? '';
  const state = stateIn(request.query.get('s'));
  const menu = menuFor(request.url.replace(/\/call(?:\/[^?]*)?(?:\?.*)?$/, '/call'), settings);
  if (step === '') return heard(menu.ask('number', state));
  if (step === 'number') return heard(afterNumber(menu, state, digits));
  if (step === 'mode') return heard(afterMode(menu, state, digits));
  const from = form.get('From') ?? '';
  const caller = { call, from: /^\+\d+$/.test(from) ? from : null, language: state.language };
  if (step === 'stop') {
    if (!revertsStart(digits)) return heard(digits ? menu.again('stop', state) : menu.end(state));
    return {
      receipts: [],
      replies: [],
      order: { ...caller, response: ({ text }) => ({ type, body: menu.end(state, text) }) },
    };
  }
  const { trigger, exercise } = state;
  const start = { trigger, exercise, pin: digits };
  return {
    receipts: [],
    replies: [],
    order: { ...caller, start, response: (said) => ({ type, body: afterPin(menu, state, said) }) },
  };
}

const heard = (body: string): Received => ({ receipts: [], replies: [], response: { type, body } });

function afterNumber(menu: Menu, state: MenuState, digits: string): string {
  if (digits.includes('*')) return menu.ask('number', { ...state, language: otherThan(state.language) });
  if (!/^\d{1,9}$/.test(digits)) return menu.again('number', state);
  return menu.ask('mode', { ...state, round: 1, trigger: Number(digits) });
}

function afterMode(menu: Menu, state: MenuState, digits: string): string {
  if (digits !== '1' && digits !== '9') return menu.again('mode', state);
  return menu.ask('pin', { ...state, round: 1, exercise: digits === '9' });
}

function afterPin(menu: Menu, state: MenuState, { text, undoSeconds, again }: PhoneAnswer): string {
  if (undoSeconds) return menu.ask('stop', { ...state, round: 1 }, text, `finishOnKey="#" timeout="${undoSeconds}"`);
  return again ? menu.again('pin', state, text) : menu.end(state, text);
}

interface Menu {
  /** Asks for the keys of a step, after an optional text. */
  ask(step: Step, state: MenuState, before?: string, keys?: string): string;
  /** Repeats the question within limits. */
  again(step: Step, state: MenuState, before?: string): string;
  end(state: MenuState, before?: string): string;
}

function menuFor(address: string, settings: Values): Menu {
  const spoken = ({ language }: MenuState, text: string) =>
    text && say({ language, voice: String(settings[`voice_${language}`] ?? '').trim() }, text);
  const menu: Menu = {
    ask(step, state, before = '', keys = steps[step].keys) {
      const action = escaped(`${address}/${step}?s=${Buffer.from(JSON.stringify(state)).toString('base64url')}`);
      const inside = spoken(state, before) + spoken(state, textIn(menuTexts, state.language)[steps[step].said]);
      const other = step === 'number' && state.round === 1 ? otherLanguage(state) : '';
      return response(
        `<Gather input="dtmf" action="${action}" method="POST" ${keys} actionOnEmptyResult="true">${inside}${other}</Gather>`,
      );
    },
    again(step, state, before) {
      if (state.round >= rounds) return menu.end(state, before);
      return menu.ask(step, { ...state, round: state.round + 1 }, before);
    },
    end: (state, before = '') =>
      response(`${spoken(state, before)}${spoken(state, textIn(menuTexts, state.language).bye)}<Hangup/>`),
  };
  const otherLanguage = (state: MenuState) => {
    const language = otherThan(state.language);
    return spoken({ ...state, language }, textIn(menuTexts, language).star);
  };
  return menu;
}

const otherThan = (language: Language): Language =>
  languageCodes[(languageCodes.indexOf(language) + 1) % languageCodes.length]!;

function stateIn(text: string | null): MenuState {
  const fresh = { language: defaultLanguage, round: 1, trigger: 0, exercise: false };
  if (text === null) return fresh;
  try {
    const state = JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as Partial<MenuState>;
    return {
      language: languageOf(state.language),
      round: Number(state.round) || 1,
      trigger: Number(state.trigger) || 0,
      exercise: state.exercise === true,
    };
  } catch {
    throw new RequestRefused('content');
  }
}
