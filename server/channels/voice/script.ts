import type { Outgoing } from '#server/channels/channel.ts';
import { textIn } from '#shared/label.ts';
import { defaultLanguage, type Language, languageOf } from '#shared/languages.ts';
import { callTexts } from './texts.ts';

/** An outgoing call's state in the next callback address, so that nothing is stored. */
export interface CallState {
  language: Language;
  /** The voice; empty: the provider's default. */
  voice: string;
  replyCode: string | null;
  /** The recipient of the call; absent in a test call. */
  recipient?: number;
  options: { key: string; code: string; label: string; askMinutes: boolean }[];
  round: number;
  /** The answer whose minutes are pending. */
  chosen?: string;
  given?: number;
}

export const spokenRounds = 3;
export const mostAnswers = 5;
export const said = 2;
const longestText = 2_000;
/** Twilio's maximum number of characters. */
const longestInstructions = 4_000;
const longestEntity = 6;
const longestLabel = 60;

/** Returns the initial state; keys are the codes if these are digits, otherwise list positions. */
export function firstState(
  { language = defaultLanguage, answer, recipientId = null }: Pick<Outgoing, 'language' | 'answer'> & Partial<Outgoing>,
  voice: string,
): CallState {
  const given = answer?.options ?? [];
  const byCode = given.every(({ code }) => /^\d$/.test(code));
  const options = given.slice(0, 9).map(({ code, label, askMinutes }, at) => ({
    key: byCode ? code : String(at + 1),
    code,
    label: shortLabel(label),
    askMinutes,
  }));
  const replyCode = answer?.replyCode ?? null;
  return { language, voice, replyCode, ...(recipientId === null ? {} : { recipient: recipientId }), options, round: 1 };
}

/** Truncates a label by its escaped length, so that nine leave room for the text. */
const shortLabel = (label: string): string =>
  escaped(label).length > longestLabel ? shortLabel(label.slice(0, Math.min(longestLabel, label.length - 1))) : label;

/** Encodes the state for an address. */
export const stateText = (state: CallState): string => Buffer.from(JSON.stringify(state)).toString('base64url');

/** Decodes the state, or returns null. */
export function parseCallState(text: string): CallState | null {
  try {
    const state = JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as CallState;
    const isRead = Array.isArray(state.options) && (state.recipient === undefined || isRowId(state.recipient));
    return isRead ? { ...state, language: languageOf(state.language) } : null;
  } catch {
    return null;
  }
}

/** The largest number of a recipient. */
export const largestRecipient = 2 ** 31 - 1;
const isRowId = (id: number): boolean => Number.isInteger(id) && id > 0 && id <= largestRecipient;

/** Truncates a text to Twilio's limit. */
export function spoken(text: string, state: CallState, callback: string): string {
  let kept = text.slice(0, longestText);
  for (;;) {
    const over = opening(kept, state, callback).length - longestInstructions;
    if (over <= 0 || kept === '') return kept;
    kept = kept.slice(0, -Math.ceil(over / longestEntity));
  }
}

/** Returns the first instructions: the message twice, then the keys; any key interrupts. */
export function opening(text: string, state: CallState, callback: string): string {
  const words = say(state, text, ` loop="${said}"`);
  if (!state.options.length) return response(words);
  return response(gather(state, callback, `${words}<Pause length="1"/>${menu(state)}`));
}

/** Returns the spoken texts. */
export function heard(text: string, state: CallState): { text: string; times: number }[] {
  const asked = state.options.length ? [{ text: menuText(state), times: 1 }] : [];
  return [{ text, times: said }, ...asked];
}

export const spokenLength = (text: string): number => Math.min(text.length, longestText);

/** Repeats the answers within limits. */
export function repeated(state: CallState, callback: string, isUnknown: boolean): string {
  const { unknown } = textIn(callTexts, state.language);
  if (state.round >= spokenRounds) return hangUp(state);
  const next = { ...state, round: state.round + 1 };
  return response(gather(next, callback, `${isUnknown ? say(state, unknown) : ''}${menu(next)}`));
}

export function minutesAsked(state: CallState, chosen: string, callback: string): string {
  const { minutes } = textIn(callTexts, state.language);
  const action = `${callback}/minutes?s=${stateText({ ...state, chosen })}`;
  const attributes = `action="${escaped(action)}" method="POST" numDigits="4" finishOnKey="#" timeout="8" actionOnEmptyResult="true"`;
  return response(`<Gather input="dtmf" ${attributes}>${say(state, minutes)}</Gather>`);
}

/** Confirms an answer; another key changes it. */
export function thanked(state: CallState, callback: string): string {
  const { thanks, change, bye } = textIn(callTexts, state.language);
  const { chosen: _chosen, ...rest } = state;
  const next = { ...rest, given: (state.given ?? 0) + 1 };
  if (next.given >= mostAnswers) return response(`${say(state, `${thanks} ${bye}`)}<Hangup/>`);
  return response(gather(next, callback, say(state, `${thanks} ${change}`)));
}

/** Ends a call. */
export const hangUp = (state: CallState): string =>
  response(`${say(state, textIn(callTexts, state.language).bye)}<Hangup/>`);

const menu = (state: CallState): string => say(state, menuText(state));

const menuText = ({ language, options }: CallState): string =>
  options.map(({ key, label }) => textIn(callTexts, language).press(key, label)).join(' ');

function gather(state: CallState, callback: string, inside: string): string {
  const action = escaped(`${callback}/keys?s=${stateText(state)}`);
  return `<Gather input="dtmf" action="${action}" method="POST" numDigits="1" timeout="8" actionOnEmptyResult="true">${inside}</Gather>`;
}

/** Speaks a text. */
export function say({ language, voice }: Pick<CallState, 'language' | 'voice'>, text: string, more = ''): string {
  const named = voice ? ` voice="${escaped(voice)}"` : '';
  return `<Say language="${textIn(callTexts, language).locale}"${named}${more}>${escaped(text)}</Say>`;
}

/** Wraps instructions for a call. */
export const response = (inside: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><Response>${inside}</Response>`;

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Escapes a text for instructions. */
export const escaped = (text: string): string =>
  text.replace(/[^\P{Cc}\n]/gu, ' ').replace(/[&<>"]/g, (sign) => entities[sign]!);
