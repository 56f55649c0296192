import { sha256 } from '#server/platform/secrets.ts';

const longestId = 500; // the maximum of an index

/** Removes NUL, which PostgreSQL rejects. */
export const withoutNul = (text: string): string => text.replaceAll('\0', '');

const longestDetail = 500;

export const shortDetail = (detail: string | null | undefined): string | null =>
  (detail && withoutNul(detail).toWellFormed().slice(0, longestDetail)) || null;

/** Returns a provider's id for storage; hashes a long one. */
export function storedId(id: string): string {
  const text = withoutNul(id);
  return text.length > longestId ? sha256(text).toString('base64url') : text;
}

/** Returns a provider's moment, or null if impossible. */
export const storedMoment = (at: Date | undefined): Date | null => (at && at.getTime() > 0 ? at : null);
