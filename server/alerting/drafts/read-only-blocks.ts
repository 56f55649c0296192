import { eventValues } from '#server/alerting/snippets/values.ts';
import { safeContent } from '#server/api/rich-text.ts';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import { Refusal } from '#server/platform/errors.ts';
import { openPlaceholders, placeholdersIn, questionOf } from '#shared/placeholders.ts';
import { asHtml, blocksIn } from '#shared/read-only-blocks.ts';

interface Known {
  /** Texts that may have contained it. */
  before: readonly string[];
  /** Returns whether the author fills in a placeholder. */
  isGap: (name: string) => boolean;
}

/** Refuses a block that differs from its snippet; questions may be answered. */
export const checkNewBlocks = (db: Db | Tx, content: string): Promise<void> =>
  checkBlocks(db, content, { before: [], isGap: (name) => questionOf(name) !== undefined });

/**
 * Refuses a block that differs from its previous version and its snippet. Placeholders may be filled in, and blocks
 * removed.
 */
export async function checkChangedBlocks(
  tx: Tx,
  content: string,
  { report, before }: { report: { id: number; eventId: number }; before: readonly string[] },
): Promise<void> {
  if (!blocksIn(content).length) return;
  const values = await eventValues({ db: tx }, report.eventId, { report: report.id });
  await checkBlocks(tx, content, { before, isGap: (name) => openPlaceholders(`{{ ${name} }}`, values).length > 0 });
}

async function checkBlocks(db: Db | Tx, content: string, { before, isGap }: Known): Promise<void> {
  const blocks = blocksIn(content);
  if (blocks.some(({ start }) => standsInMark(content.slice(0, start)))) throw refused();
  const kept = before.flatMap(blocksIn);
  const changed = blocks.filter(
    ({ snippet, inner }) => !kept.some((one) => one.snippet === snippet && one.inner === inner),
  );
  if (!changed.length) return;
  const ids = changed.map(({ snippet }) => snippet);
  const written = await readOnlyTexts(db, ids);
  for (const { snippet, inner } of changed) {
    const earlier = kept.filter((one) => one.snippet === snippet).map((one) => one.inner);
    const sources = [...earlier, ...(written.get(snippet) ?? [])];
    if (!sources.some((source) => isFilled(source, inner, isGap))) throw refused();
  }
}

const refused = () => new Refusal('error_read_only_block', { content: 'error_read_only_block' });

/** Formatting elements, without containers of blocks. */
const mark = /<(\/?)(?!(?:div|blockquote|ul|ol|li|br|hr)\b)[a-z][^<>]*>/g;

/** Returns whether formatting is open here: struck out, a block would mean the opposite. */
const standsInMark = (piece: string): boolean =>
  piece.matchAll(mark).reduce((open, [, isEnd]) => open + (isEnd ? -1 : 1), 0) > 0;

/** Returns the current texts of unchangeable snippets in both languages. */
async function readOnlyTexts(db: Db | Tx, ids: readonly number[]): Promise<Map<number, string[]>> {
  const rows = await db
    .selectFrom('snippets')
    .select(['id', 'content', 'contentEn'])
    .where('id', 'in', ids)
    .where('readOnly', '=', true)
    .where('isActive', '=', true)
    .execute();
  return new Map(
    rows.map(({ id, content, contentEn }) => [
      id,
      [content, contentEn].flatMap((text) => (text ? safeContent(asHtml(text.trim())) : [])),
    ]),
  );
}

const placeholder = /((?<!\{)\{{2,}[^{}]*\}{2,})/;

/** Returns whether a text equals the source except for gaps. */
function isFilled(source: string, text: string, isGap: (name: string) => boolean): boolean {
  let ends = new Set([0]); // possible end positions of the source in the text
  for (const piece of source.split(placeholder)) {
    const kept = [...ends].filter((at) => text.startsWith(piece, at)).map((at) => at + piece.length);
    const isFillable = placeholder.test(piece) && placeholdersIn(piece).some(isGap);
    ends = new Set(isFillable ? [...kept, ...afterWords(text, ends)] : kept);
  }
  return ends.has(text.length);
}

/** Returns possible end positions of words and line breaks. */
function afterWords(text: string, starts: Iterable<number>): Set<number> {
  const ends = new Set<number>();
  for (const start of starts) {
    for (let at = start; !ends.has(at); ) {
      ends.add(at);
      if (text.startsWith(lineBreak, at)) at += lineBreak.length;
      else if (at < text.length && !'<>{}'.includes(text[at]!)) at++;
    }
  }
  return ends;
}

const lineBreak = '<br />';
