import type { Outgoing } from '#server/channels/channel.ts';
import { textIn } from '#shared/label.ts';
import { defaultLanguage } from '#shared/languages.ts';
import { pushTexts } from './texts.ts';

/** Bytes of plain text within the 4,096 of a push service (RFC 8030), minus encryption's overhead (RFC 8291). */
export const payloadBytes = 3993;

/** Parsed by web/public/sw.js. */
export interface PushPayload {
  title: string;
  body: string;
  /** A duplicate replaces the first on the device. */
  tag: string;
  language: string;
  urgent: boolean;
  /** The answer page; null without a question. */
  url: string | null;
  /** The relative path to report display, clicks and answers. */
  news: string | null;
  options: { code: string; label: string }[];
  answered: string;
  failed: string;
}

/** Converts a message to a notification of limited length. */
export function payloadOf(
  { subject, text, key, language = defaultLanguage, urgent, answer }: Outgoing,
  news: string | null,
): string {
  const { answered, failed } = textIn(pushTexts, language);
  const options = (answer?.options ?? []).map(({ code, label }) => ({ code, label: cut(label, 60) }));
  const payload = (body: string): string =>
    JSON.stringify({
      title: cut(subject, 200),
      body,
      tag: key,
      language,
      urgent,
      url: answer?.url ?? null,
      news,
      options: options.slice(0, 6),
      answered,
      failed,
    } satisfies PushPayload);
  const fits = (length: number) => Buffer.byteLength(payload(cut(text, length))) <= payloadBytes;
  let [least, most] = [0, Math.min(text.length, payloadBytes)];
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (fits(middle)) least = middle;
    else most = middle - 1;
  }
  return payload(cut(text, least));
}

function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  return `${text
    .slice(0, Math.max(0, length - 1))
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd()}…`;
}
