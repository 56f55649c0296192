import type { Row } from '#server/api/graphql/types.ts';
import { seesPrivateData } from '#server/api/private-data.ts';
import { displayOf } from '#server/contacts/people/display.ts';
import { readersPlace } from '#server/contacts/people/queries.ts';
import type { Context, Viewer } from '#server/platform/context.ts';
import { writtenIn } from '#shared/label.ts';
import type { RowChanges } from './check-row.ts';
import type { FileColumn } from './headers/columns.ts';
import { type ColumnTarget, columnTargetsOf, isPrivateTarget, leftGroupsTarget, targetsOf } from './headers/targets.ts';
import type { PersonValue } from './people.ts';
import { loadTypes } from './queries.ts';
import type { Problem } from './values/row.ts';

/** One change as displayed. */
export interface ShownChange {
  field: string;
  label: string;
  before: string | null;
  after: string | null;
  /** The values are private and hidden from this reader. */
  isHidden: boolean;
}

type Reader = Pick<Context, 'loaders'> & { viewer: Viewer | null };

/** Returns a row's changes in words; private data only for editors. */
export async function shownChanges(ctx: Context, row: Row<'uploadRows'>): Promise<ShownChange[]> {
  const place = await readersPlace(ctx);
  const changes = row.changes as unknown as RowChanges;
  const all = [...targetsOf(await loadTypes(ctx)), leftGroupsTarget];
  const targets = all.filter(({ identifier }) => identifier in changes);
  return targets.map((target) => {
    const { identifier, name, nameEn, type } = target;
    const named = { field: identifier, label: writtenIn({ de: name, en: nameEn }, place.language) };
    if (type?.isPrivate && !seesPrivateData(ctx)) return { ...named, before: null, after: null, isHidden: true };
    const change = changes[identifier]!;
    if (Array.isArray(change.after)) {
      const paths = change.after.map(({ path }) => path).join('; ');
      const isLeft = identifier === leftGroupsTarget.identifier;
      return { ...named, before: isLeft ? paths : null, after: isLeft ? null : paths, isHidden: false };
    }
    const before = 'before' in change ? change.before : null;
    return {
      ...named,
      before: words(target, before, place),
      after: words(target, change.after, place),
      isHidden: false,
    };
  });
}

/** A file's columns; private samples only for the uploader and editors. */
export async function shownColumns(ctx: Reader, upload: Row<'uploads'>): Promise<FileColumn[]> {
  const columns = upload.columns as unknown as FileColumn[];
  if (seesPrivateData(ctx) || ctx.viewer?.id === upload.insertedBy) return columns;
  const shared = sharedOf(columnTargetsOf(await loadTypes(ctx)));
  return columns.map((column) => (column.target && shared.has(column.target) ? column : { ...column, samples: [] }));
}

/** A remark on a row, with its field in the reader's words. */
export interface ShownProblem extends Problem {
  label: string | null;
}

/** Returns a row's remarks; private values only for editors. */
export async function shownProblems(ctx: Context, problems: unknown): Promise<ShownProblem[]> {
  const all = problems as Problem[];
  if (!all.length) return [];
  const targets = columnTargetsOf(await loadTypes(ctx));
  const shared = seesPrivateData(ctx) ? null : sharedOf(targets);
  const { language } = await readersPlace(ctx);
  return all.map((one) => {
    const target = targets.find(({ identifier }) => identifier === one.target);
    const label = target ? writtenIn({ de: target.name, en: target.nameEn }, language) : null;
    const isShown = !shared || one.target === null || shared.has(one.target);
    return { ...one, label, value: isShown ? one.value : null };
  });
}

const sharedOf = (targets: readonly ColumnTarget[]): Set<string> =>
  new Set(targets.filter((one) => !isPrivateTarget(one, targets)).map(({ identifier }) => identifier));

function words(
  { type }: ColumnTarget,
  value: PersonValue,
  place: { country: string; language: string },
): string | null {
  if (value === null) return null;
  const rule = type ?? { fieldType: typeof value === 'boolean' ? 'boolean' : 'text' };
  const stored =
    typeof value === 'string' ? { valueStr: value, valueInt: null } : { valueStr: null, valueInt: Number(value) };
  return displayOf(rule, stored, place);
}
