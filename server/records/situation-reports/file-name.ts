import { type ByLanguage, textIn } from '#shared/label.ts';
import type { Paper } from './paper.ts';

const starts: ByLanguage<string> = { de: 'lagebericht', en: 'situation-report' };

/** Returns the file name without word separators. */
export function fileName({ language, number, eventName }: Pick<Paper, 'language' | 'number' | 'eventName'>): string {
  const event = [...eventName.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ').trim()].slice(0, 60).join('').trim();
  return `${textIn(starts, language)}-${number}-${event.replaceAll(' ', '-') || 'event'}.pdf`;
}
