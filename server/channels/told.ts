import { sha256 } from '#server/platform/secrets.ts';

const longestId = 500; // an index takes no longer ones

/** A text as a provider told it, without the one character that PostgreSQL's texts do not hold. */
export const withoutNul = (text: string): string => text.replaceAll('\0', '');

const longestDetail = 500;

/** A provider's words as they are stored for administrators; null where it said nothing. */
export const shortDetail = (detail: string | null | undefined): string | null =>
  (detail && withoutNul(detail).toWellFormed().slice(0, longestDetail)) || null;

/** A provider's id as it is stored and looked for; one that is too long for that stands there by its hash. */
export function storedId(id: string): string {
  const text = withoutNul(id);
  return text.length > longestId ? sha256(text).toString('base64url') : text;
}

/** A moment as a provider told it; null when it told none, or one that cannot be. */
export const storedMoment = (at: Date | undefined): Date | null => (at && at.getTime() > 0 ? at : null);
