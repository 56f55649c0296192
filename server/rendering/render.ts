import type { AnswerWays, Outgoing } from '#server/channels/channel.ts';
import { type Secrets, tokenOf } from '#server/secrets.ts';
import { textIn } from '#shared/label.ts';
import { knownLanguage, type Language, languageOf } from '#shared/languages.ts';
import {
  fillPlaceholders,
  type PlaceholderValues,
  personalPlaceholders,
  placeholdersIn,
} from '#shared/placeholders.ts';
import { isHtml, plainText } from '#shared/rich-text.ts';
import type { MessageContent } from './content.ts';
import { mailPage } from './layout.ts';
import { type MessageTexts, texts } from './texts.ts';

/** What the text of one recipient needs. */
export interface Addressee {
  nonce: Buffer;
  asked: boolean;
  via: string[];
  firstName: string | null;
  lastName: string | null;
  title: string | null;
  language: string | null;
}

/** A message in one person's words. */
export type Rendered = Pick<Outgoing, 'subject' | 'text' | 'html'>;

/**
 * One recipient's message: personal placeholders filled, the answer link added unless the author placed it, EXERCISE or
 * TEST before everything when the event is not real. What else there is of it, the channel's shape says.
 */
export function renderMessage(
  message: MessageContent,
  person: Addressee,
  place: { publicUrl: string; secrets: Pick<Secrets, 'link'> },
): Rendered {
  const language = languageFor(message, person);
  const own = textIn(texts, language);
  const link = person.asked ? answerUrl(place, person.nonce) : undefined;
  const values = personalValues(message, person, link);
  const title = plainText(fill(message.title, values));
  const mode = message.mode === 'LIVE' ? '' : `${own.mode[message.mode]}: `;
  const subject = mode + title;
  const placed = placeholdersIn(message.content).includes('answer.link');
  const content = fill(message.content, values);
  const written = isHtml(message.content); // a name is no markup, whatever it looks like
  const plain = written ? plainText(content) : content.replace(/\r\n?/g, '\n').trim();
  const open = link && !placed ? link : null;
  if (message.shape === 'voice') return { subject: '', text: mode + shortText(title, plain), html: null };
  if (message.shape === 'short') {
    const reply = link && message.replyCode ? replyLine(message, message.replyCode, own) : null;
    return { subject: '', text: mode + shortText(title, plain, open, reply), html: null };
  }
  const banner = message.mode === 'LIVE' ? null : own.banner[message.mode];
  if (message.shape === 'notice') return { subject, text: plain, html: null };
  if (message.shape === 'post') return { subject, text: [banner, plain].filter(Boolean).join('\n\n'), html: null };
  const footer = own.sentBy(message.organisation);
  const byMail = link && message.replyCode ? own.replyByMail(optionsLine(message.options)) : null;
  const parts = [banner, plain, open && `${own.answerHere}\n${open}`, byMail, `-- \n${footer}`];
  return {
    subject,
    text: parts.filter(Boolean).join('\n\n'),
    html: mailPage({
      language,
      banner,
      title: subject,
      content,
      isHtml: written,
      footer,
      button: open ? { label: own.answer, url: open } : null,
      hint: byMail,
    }),
  };
}

/** The language a message is put in for a person. */
export const languageFor = (message: Pick<MessageContent, 'language'>, person: Pick<Addressee, 'language'>): Language =>
  knownLanguage(person.language) ?? languageOf(message.language);

/** Where and with what a person answers, for channels that offer the answers themselves; null when nothing is asked. */
export const answerWays = (
  { options, replyCode }: Pick<MessageContent, 'options' | 'replyCode'>,
  { asked, nonce }: Pick<Addressee, 'asked' | 'nonce'>,
  place: { publicUrl: string; secrets: Pick<Secrets, 'link'> },
): AnswerWays | null => (asked ? { url: answerUrl(place, nonce), options, replyCode } : null);

/** Where a recipient answers; only the server's secret and the row's nonce together give it. */
export const answerUrl = (place: { publicUrl: string; secrets: Pick<Secrets, 'link'> }, nonce: Buffer): string =>
  `${place.publicUrl}/a/${tokenOf(place.secrets.link, nonce)}`;

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

/** Fills a text; a personal placeholder nothing is known for vanishes, together with a blank beside it. */
function fill(text: string, values: PlaceholderValues): string {
  const filled = fillPlaceholders(text, values);
  if (!placeholdersIn(filled).some((name) => personalPlaceholders.has(name))) return filled;
  return filled.replace(/ ?\{{2,}[^{}]*\}{2,}/g, (whole) =>
    placeholdersIn(whole).some((name) => personalPlaceholders.has(name)) ? '' : whole,
  );
}

/** Title and text in one, without saying the same twice. */
function shortText(title: string, content: string, ...more: (string | null)[]): string {
  const parts = content.startsWith(title) ? [content] : [title, content];
  return [...parts, ...more].filter(Boolean).join('\n');
}

/** How to answer by writing back; the options only where the author did not name them. */
function replyLine({ content, options }: MessageContent, code: string, texts: MessageTexts): string {
  const placed = placeholdersIn(content).includes('answer.options');
  return texts.replyWith(code, placed ? '' : optionsLine(options));
}
