import type { AnswerWays, Outgoing } from '#server/channels/channel.ts';
import { type Secrets, tokenOf } from '#server/platform/secrets.ts';
import { readIn } from '#shared/administration/translated.ts';
import { textIn } from '#shared/label.ts';
import { knownLanguage, type Language, languageOf } from '#shared/languages.ts';
import { fillText, framedText, plainWords, shortText, type TextFrame } from '#shared/message-text.ts';
import { type PlaceholderValues, placeholdersIn } from '#shared/placeholders.ts';
import { isHtml, plainText } from '#shared/rich-text.ts';
import { smsSize, withPlainSigns } from '#shared/sms.ts';
import { cleanText } from '#shared/stored-text.ts';
import type { MessageContent } from './content.ts';
import { type MailFrame, mailPage } from './layout.ts';
import { type MessageTexts, messageTexts } from './texts.ts';

/** The data of one recipient's text. */
export interface Addressee {
  nonce: Buffer;
  asked: boolean;
  /** For a follow-up: the nonce of the person's link to the alarm. */
  alarmNonce?: Buffer | null;
  via: string[];
  firstName: string | null;
  lastName: string | null;
  title: string | null;
  language: string | null;
}

/** The id of the kind of contact data that holds a person's language. */
export const languageField = 17;

/** A message rendered for one person. */
export type Rendered = Pick<Outgoing, 'subject' | 'text' | 'html'>;

/** Renders one recipient's message: fills placeholders, adds the answer link unless present, marks exercises. */
export function renderMessage(...given: Parameters<typeof rendered>): Rendered {
  const { subject, text, html } = rendered(...given);
  return { subject: cleanText(subject), text: cleanText(text), html };
}

function rendered(
  given: MessageContent,
  person: Addressee,
  place: { publicUrl: string; secrets: Pick<Secrets, 'link'> },
): Rendered {
  const language = languageFor(given, person);
  const message = spoken(given, language);
  const own = textIn(messageTexts, language);
  const link = person.asked ? answerUrl(place, person.nonce) : undefined;
  const state = stateLink(place, person);
  const values = personalValues(message, person, link ?? state);
  const title = plainText(fillText(message.title, values));
  const mode = message.mode === 'LIVE' ? '' : `${own.mode[message.mode]}: `;
  const subject = mode + marked(message, title, own);
  const content = fillText(message.content, values);
  const plain = plainWords(message.content, content);
  const open = openLink(message, link);
  const shown = openLink(message, state);
  if (message.shape === 'voice')
    return { subject: '', text: mode + shortText(marked(message, title, own), plain), html: null };
  if (message.shape === 'short') {
    const words = mode + shortText(marked(message, title, own), plain);
    return { subject: '', text: withPlainSigns(words + afterShort(message, own, link ?? state, words)), html: null };
  }
  const banner = message.mode === 'LIVE' ? null : own.banner[message.mode];
  if (message.shape === 'notice') return { subject, text: plain, html: null };
  if (message.shape === 'post') return { subject, text: [banner, plain].filter(Boolean).join('\n\n'), html: null };
  const footer = own.sentBy(message.organisation);
  const byMail = link && message.replyCode ? own.replyByMail(optionsLine(message.options)) : null;
  const about = message.follows && aboutLine(message.follows, own);
  const parts = [
    banner,
    plain,
    about,
    shown && `${own.currentState}\n${shown}`,
    open && `${own.answerHere}\n${open}`,
    byMail,
    `-- \n${footer}`,
  ];
  return {
    subject,
    text: parts.filter(Boolean).join('\n\n'),
    html: mailPage({
      language,
      banner,
      title: subject,
      content,
      isHtml: isHtml(message.content),
      footer,
      answers: open ? mailAnswers(message, open, own) : state ? stateButton(state, own) : null,
      hint: byMail,
      about,
    }),
  };
}

/** Returns a short text's frame and placeholder values. */
export function frameOf(
  given: MessageContent,
  person: Addressee,
  place: { publicUrl: string; secrets: Pick<Secrets, 'link'> },
): TextFrame {
  const language = languageFor(given, person);
  const message = spoken(given, language);
  const own = textIn(messageTexts, language);
  const link = person.asked ? answerUrl(place, person.nonce) : stateLink(place, person);
  const before = message.mode === 'LIVE' ? '' : `${own.mode[message.mode]}: `;
  const values = personalValues(message, person, link);
  const words = framedText(message.title, message.content, { before, after: '', values });
  return { before, after: message.shape === 'short' ? afterShort(message, own, link, words) : '', values };
}

/** Returns text and answers in a language, or in the organisation's. */
const spoken = <Message extends Pick<MessageContent, 'options' | 'language' | 'texts'>>(
  message: Message,
  language: Language,
): Message => ({
  ...message,
  ...(message.texts?.[language] ?? message.texts?.[languageOf(message.language)]),
  options: message.options.map((option) => ({ ...option, label: readIn(option, 'label', language) })),
});

/** Returns the answer link or the alarm's link, unless the author placed it. */
const openLink = ({ content }: Pick<MessageContent, 'content'>, link: string | undefined): string | null =>
  link && !placeholdersIn(content).includes('answer.link') ? link : null;

/** Returns the end of a short text: the link, and the clearest way to reply that needs the fewest parts. */
function afterShort(message: MessageContent, own: MessageTexts, link: string | undefined, words: string): string {
  const open = openLink(message, link);
  const start = open ? `\n${open}` : '';
  if (!link || !message.requestAnswer || !message.replyCode) return start;
  const ends = replyLines(message, message.replyCode, own).map((line) => `${start}\n${line}`);
  const parts = ends.map((end) => smsSize(withPlainSigns(words + end)).parts);
  return ends[parts.indexOf(Math.min(...parts))]!;
}

const stateLink = (place: { publicUrl: string; secrets: Pick<Secrets, 'link'> }, person: Addressee) =>
  person.asked || !person.alarmNonce ? undefined : answerUrl(place, person.alarmNonce);

const stateButton = (url: string, { currentState }: MessageTexts): MailFrame['answers'] => ({
  label: currentState,
  url,
  hint: '',
  options: [],
});

export const languageFor = (message: Pick<MessageContent, 'language'>, person: Pick<Addressee, 'language'>): Language =>
  knownLanguage(person.language) ?? languageOf(message.language);

/** Returns the ways to answer for channels that offer them; null without a question. */
export const answerWays = (
  message: Pick<MessageContent, 'options' | 'replyCode' | 'language' | 'texts'>,
  person: Pick<Addressee, 'asked' | 'nonce' | 'language'>,
  place: { publicUrl: string; secrets: Pick<Secrets, 'link'> },
): AnswerWays | null => {
  if (!person.asked) return null;
  const { options, replyCode } = spoken(message, languageFor(message, person));
  return { url: answerUrl(place, person.nonce), options, replyCode };
};

/** Returns a recipient's answer page; its token needs the secret and the row's nonce. */
export const answerUrl = (place: { publicUrl: string; secrets: Pick<Secrets, 'link'> }, nonce: Buffer): string =>
  `${place.publicUrl}/a/${tokenOf(place.secrets.link, nonce)}`;

/** One button per answer, which only preselects it. */
const mailAnswers = ({ options }: MessageContent, link: string, own: MessageTexts): MailFrame['answers'] => ({
  label: own.answer,
  url: link,
  hint: own.tapThere,
  options: options.map(({ code, label, kind }) => ({ label, kind, url: `${link}?option=${encodeURIComponent(code)}` })),
});

const optionsLine = (options: MessageContent['options']) =>
  options.map(({ code, label }) => `${code} = ${label}`).join(', ');

function personalValues(message: MessageContent, person: Addressee, link: string | undefined): PlaceholderValues {
  return {
    'person.firstName': person.firstName ?? '',
    'person.lastName': person.lastName ?? '',
    'person.title': person.title ?? '',
    'answer.link': link,
    'answer.options': optionsLine(message.options),
    'list.name': person.via[0]?.split(' › ')[0],
  };
}

/** Prefixes a follow-up's title with its kind, unless present. */
function marked({ follows, shape }: MessageContent, title: string, own: MessageTexts): string {
  if (!follows || follows.kind === 'to_all' || shape === 'post') return title;
  const word = own.follows[follows.kind];
  return title.toLowerCase().startsWith(word.toLowerCase()) ? title : `${word}: ${title}`;
}

function aboutLine({ kind, titles }: NonNullable<MessageContent['follows']>, own: MessageTexts): string | null {
  const named = titles.map((title) => plainText(title)).filter(Boolean);
  const quoted = named.map((title) => (/["„“”«»]/.test(title) ? title : own.quoted(title)));
  return named.length ? own.about[kind](quoted.join(', ')) : null;
}

/** Explains how to reply, the clearest first; lists the options unless the author did. */
function replyLines({ content, options }: MessageContent, code: string, texts: MessageTexts): string[] {
  const placed = placeholdersIn(content).includes('answer.options');
  const full = texts.replyWith(code, placed ? '' : optionsLine(options));
  return placed || !meansYesOrNo(options) ? [full] : [full, ...texts.replyYesNo];
}

/** Returns whether "yes" and "no" choose one option each, as `readReply` reads them. */
const meansYesOrNo = (options: MessageContent['options']): boolean =>
  ['POSITIVE', 'NEGATIVE'].every((wanted) => options.filter(({ kind }) => kind === wanted).length === 1) &&
  !options.some(({ safety }) => safety);
