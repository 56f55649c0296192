import { sql } from 'kysely';
import type { Db } from '#server/platform/database/connect.ts';
import { fold } from '#shared/fold.ts';
import { lettersOf, mayBeNear, typingErrors } from './distance.ts';
import type { Word } from './words.ts';

/** Words of names and open texts by length, with their letters as bits. */
type Vocabulary = Map<number, { word: string; letters: number }[]>;

interface Cached {
  vocabulary: Vocabulary;
  newest: string;
  loadedAt: number;
  tookMs: number;
}

const cache = new WeakMap<Db, Cached>();
const longestAge = 60_000;
const restingFactor = 10;
const alternativesPerWord = 10;

/**
 * Adds existing words within one typing error from four letters, two from eight, except for existing words and numbers.
 * Excludes private data.
 */
export async function withSimilar(db: Db, words: readonly Word[]): Promise<Word[]> {
  if (!words.some(([typed]) => hasLetters(typed))) return [...words];
  const vocabulary = await vocabularyOf(db);
  return words.map(([typed, ...rest]): Word => [typed, ...rest, ...similarTo(vocabulary, typed)]);
}

const hasLetters = (word: string): boolean => /\p{L}/u.test(word);

function similarTo(vocabulary: Vocabulary, typed: string): string[] {
  if (!hasLetters(typed)) return [];
  const most = typed.length < 4 ? 0 : typed.length < 8 ? 1 : 2;
  if (vocabulary.get(typed.length)?.some(({ word }) => word === typed)) return [];
  const letters = lettersOf(typed);
  const found: { word: string; errors: number }[] = [];
  for (let length = typed.length - most; most > 0 && length <= typed.length + most; length++) {
    for (const candidate of vocabulary.get(length) ?? []) {
      if (!mayBeNear(letters, candidate.letters, most)) continue;
      const errors = typingErrors(typed, candidate.word, most);
      if (errors <= most) found.push({ word: candidate.word, errors });
    }
  }
  const nearest = Math.min(...found.map(({ errors }) => errors));
  return found
    .filter(({ errors }) => errors === nearest)
    .map(({ word }) => word)
    .slice(0, alternativesPerWord);
}

/**
 * Returns the vocabulary, cached for a minute; loading takes at most a tenth of the time. A rename may be missing as
 * long.
 */
async function vocabularyOf(db: Db): Promise<Vocabulary> {
  const known = cache.get(db);
  const age = known ? Date.now() - known.loadedAt : Number.POSITIVE_INFINITY;
  if (known && age < known.tookMs * restingFactor) return known.vocabulary;
  const newest = await newestOf(db);
  if (known && known.newest === newest && age < longestAge) return known.vocabulary;
  const begun = Date.now();
  const vocabulary = await loadVocabulary(db);
  cache.set(db, { vocabulary, newest, loadedAt: Date.now(), tookMs: Date.now() - begun });
  return vocabulary;
}

async function newestOf(db: Db): Promise<string> {
  const { rows } = await sql<{ newest: string }>`
    select concat_ws(' ', (select max(id) from people), (select max(id) from person_data), (select max(id) from groups),
      (select max(id) from mailing_lists), (select max(id) from events)) as newest`.execute(db);
  return rows[0]!.newest;
}

async function loadVocabulary(db: Db): Promise<Vocabulary> {
  const { rows } = await sql<{ text: string }>`
    select last_name as text from people where is_active
    union select first_name from people where is_active
    union select name from groups where is_active
    union select name from mailing_lists where is_active
    union select name from events where is_active and not is_prepared
    union select d.value_str from person_data d join person_data_types t on t.id = d.key_field_id
      where t.is_active and not t.is_private and t.field_type in ('text', 'textarea')`.execute(db);
  const words = new Set<string>();
  for (const { text } of rows) {
    for (const word of fold(text ?? '').split(/[^\p{L}\p{N}]+/u)) if (word.length > 2) words.add(word);
  }
  const vocabulary: Vocabulary = new Map();
  for (const word of words) {
    const same = vocabulary.get(word.length) ?? [];
    same.push({ word, letters: lettersOf(word) });
    vocabulary.set(word.length, same);
  }
  return vocabulary;
}
