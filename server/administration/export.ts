import type { SignedIn } from '#server/api/viewer/viewer.ts';
import { Refusal } from '#server/platform/errors.ts';
import { readSettings } from '#server/platform/settings/settings.ts';
import type { Sheet, SheetColumn } from '#server/platform/sheets/cells.ts';
import { type Cell, type CellRow, cellsIn, dayCell } from '#server/platform/sheets/cells.ts';
import { type Entity, type Field, isShape } from '#shared/administration/entity.ts';
import { readIn } from '#shared/administration/translated.ts';
import { asWords } from '#shared/fields/kinds.ts';
import { textIn } from '#shared/label.ts';
import { limits } from '#shared/limits.ts';
import { columnOf, inOwnRow } from './objects.ts';
import { filters, type ListArgs, listRows, switches } from './queries.ts';
import { type EntityRow, loadEntityRow } from './refs.ts';

/** Returns the table of an entity, without pictures, relations and channel settings. */
export function sheetOfEntity(ctx: SignedIn, entity: Entity, query: Record<string, unknown>): Sheet {
  const args = argsOf(entity, query);
  const { language } = ctx.viewer;
  const own = ownFields(entity);
  const columns = own.map(([, field]) => columnFor(field, textIn(field.label, language)));
  return { name: entity.plural.toLowerCase(), language, columns, rows: portions(ctx, entity, own, args) };
}

/** Parses a query string; refuses invalid parameters. */
function argsOf(entity: Entity, query: Record<string, unknown>): ListArgs {
  const args: ListArgs = {};
  const known = new Map<string, (text: string) => unknown>([
    ['search', (text) => text],
    ['sort', (text) => [{ field: text.replace(/^-/, ''), direction: text.startsWith('-') ? 'desc' : 'asc' }]],
    ...switches(entity).map(({ name }) => [name, (text: string) => flags.get(text)] as const),
    ...filters(entity).map(({ name }) => [name, (text: string) => text] as const),
  ]);
  for (const [name, given] of Object.entries(query)) {
    const value = typeof given === 'string' ? known.get(name)?.(given) : undefined;
    if (value === undefined) throw new Refusal('error_invalid_input', { [name]: 'error_invalid_input' });
    args[name === 'sort' ? 'order' : name] = value;
  }
  return args;
}

const flags = new Map([
  ['true', true],
  ['false', false],
]);

const ownFields = ({ fields }: Entity) =>
  Object.entries(fields).filter(([, field]) => inOwnRow(field) && field.kind !== 'image');

const valued = new Map<string, 'number' | 'day' | 'moment'>([
  ['number', 'number'],
  ['date', 'day'],
  ['dateTime', 'moment'],
]);

function columnFor({ kind }: Field, title: string): SheetColumn {
  const holds = valued.get(kind);
  return holds ? { title, holds } : title;
}

async function* portions(
  ctx: SignedIn,
  entity: Entity,
  columns: ReturnType<typeof ownFields>,
  args: ListArgs,
): AsyncGenerator<readonly CellRow[]> {
  const write = await writer(ctx);
  let page = await listRows(ctx, entity, { ...args, first: limits.maximumPage });
  for (;;) {
    const cellsOf = (node: EntityRow) => columns.map(([name, field]) => write(field, node[columnOf(name, field)]));
    // by page, so that references load in one statement
    yield await Promise.all(page.edges.map(({ node }) => Promise.all(cellsOf(node))));
    const { hasNextPage, endCursor } = page.pageInfo;
    if (!hasNextPage) return;
    page = await listRows(ctx, entity, { ...args, first: limits.maximumPage, after: endCursor });
  }
}

async function writer(ctx: SignedIn) {
  const { language } = ctx.viewer;
  const { time_zone: timeZone = 'Europe/Berlin' } = await readSettings(ctx.db, 'time_zone');
  const cells = cellsIn(language, timeZone);
  return async (field: Field, value: unknown): Promise<Cell> => {
    if (value === null || value === undefined) return '';
    if (field.kind === 'reference') {
      const row = await loadEntityRow(ctx, field.to, value as number);
      if (row && 'name' in row) return readIn(row, 'name', language);
      return [row?.['firstName'], row?.['lastName']].filter(Boolean).join(' ');
    }
    if (field.kind === 'json') return JSON.stringify(value);
    if (!isShape(field)) return String(value);
    const words = asWords(field, value, { language, timeZone });
    if (field.kind === 'number' && typeof value === 'number') return { words, value, holds: 'number' };
    if (field.kind === 'date') return dayCell(String(value), words);
    const moment = field.kind === 'dateTime' ? cells.moment(new Date(value as string | Date)) : '';
    return typeof moment === 'string' ? words : { ...moment, words };
  };
}
