import type { Db, Tx } from '#server/platform/database/connect.ts';
import { Refusal } from '#server/platform/errors.ts';
import { readSettings } from '#server/platform/settings/settings.ts';
import { limits } from '#shared/limits.ts';
import type { RefusalKey } from '#shared/refusals.ts';
import { commonWords } from './common-words.ts';

/** The unguessable parts of a password; a common word, year, keyboard row or repetition is one part. */
const partsNeeded = 6;

/**
 * Returns the fault of a new password, or null. Any characters are allowed, none are required, spaces at its ends
 * count. Refuses common words, `names` (person, organisation, system), digit sequences, keyboard rows and repetitions,
 * also with similar characters.
 */
export function passwordFault(password: string, names: readonly string[] = []): RefusalKey | null {
  const length = [...password].length;
  if (length < limits.passwordMinimum) return 'error_password_short';
  if (length > limits.passwordMaximum) return 'error_password_long';
  const words = new Set([...commonWords, ...names.flatMap(namesIn)]);
  const readings = [plain(password), similar(password)];
  return readings.some((reading) => countParts(reading, words) < partsNeeded) ? 'error_password_common' : null;
}

/** Refuses a bad password for this person. */
export async function refuseBadPassword(
  db: Db | Tx,
  password: string,
  person: { email: string; firstName: string; lastName: string },
  field = 'password',
): Promise<void> {
  const set = await readSettings(db, 'organisation_name', 'system_name');
  const names = [person.email.split('@')[0]!, person.firstName, person.lastName, ...Object.values(set)];
  const fault = passwordFault(password, names);
  if (fault) throw new Refusal(fault, { [field]: fault });
}

const plain = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[äöüß]/g, (letter) => ({ ä: 'ae', ö: 'oe', ü: 'ue' })[letter] ?? 'ss');

const lookalikes: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};
const similar = (text: string) => plain(text).replace(/[013457@$!]/g, (sign) => lookalikes[sign]!);

const namesIn = (text: string) =>
  [plain(text).replace(/[^a-z0-9]/g, ''), ...plain(text).split(/[^a-z0-9]+/)].filter((word) => word.length >= 3);

const rows = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'qwertzuiop',
  'asdfghjkl',
  'zxcvbnm',
  'yxcvbnm',
  '1q2w3e4r5t6z7u8i9o0p',
  '1q2w3e4r5t6y7u8i9o0p',
];
const sequences = rows.flatMap((row) => [row, [...row].reverse().join('')]);

const sign = /^[ -/:-@[-`{-~]+$/;

/** Counts different parts; all blanks and ASCII signs are one. */
function countParts(text: string, words: ReadonlySet<string>): number {
  const parts = new Set<string>();
  for (let at = 0; at < text.length; ) {
    const part = partAt(text, at, words);
    parts.add(sign.test(part) ? ' ' : part);
    at += part.length;
  }
  return parts.size;
}

function partAt(text: string, at: number, words: ReadonlySet<string>): string {
  const rest = text.slice(at, at + 30);
  const repeated = /^(.{1,6}?)\1{2,}/su.exec(rest)?.[0] ?? '';
  const digits = /^(?:19|20)\d\d/.exec(rest)?.[0] ?? '';
  const found = [longestWord(rest, words), longestSequence(rest), repeated, digits, [...rest][0]!];
  return found.reduce((longest, part) => (part.length > longest.length ? part : longest));
}

function longestWord(rest: string, words: ReadonlySet<string>): string {
  for (let length = Math.min(rest.length, 30); length >= 2; length--) {
    if (words.has(rest.slice(0, length))) return rest.slice(0, length);
  }
  return '';
}

function longestSequence(rest: string): string {
  for (let length = Math.min(rest.length, 20); length >= 3; length--) {
    const part = rest.slice(0, length);
    if (sequences.some((sequence) => sequence.includes(part))) return part;
  }
  return '';
}
