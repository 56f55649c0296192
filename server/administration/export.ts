import type { FastifyInstance } from 'fastify';
import { type App, can } from '#server/context.ts';
import { byteOrderMark, csvLine } from '#server/csv.ts';
import { Refusal } from '#server/errors.ts';
import { mountDownload } from '#server/http/download.ts';
import { readSettings } from '#server/settings/settings.ts';
import type { SignedIn } from '#server/viewer/viewer.ts';
import { entities } from '#shared/administration/entities.ts';
import { collectionPathOf, type Entity, type Field, isShape } from '#shared/administration/entity.ts';
import { asWords } from '#shared/fields/kinds.ts';
import { textIn } from '#shared/label.ts';
import { limits } from '#shared/limits.ts';
import { columnOf, inOwnRow } from './objects.ts';
import { filters, type ListArgs, listRows, switches } from './queries.ts';
import { type EntityRow, loadEntityRow } from './refs.ts';

/**
 * Mounts GET /api/v2/{entities}.csv for every entity of the administration: its list as `search`, `sort` (a field, with
 * a minus for the greatest first), its switches and its references ask for it, in the viewer's language. Needs the
 * feature to change the entity. Pictures, relations and channel settings stay out.
 */
export function mountEntityExports(fastify: FastifyInstance, app: App): void {
  for (const entity of entities) {
    mountDownload(fastify, app, `${collectionPathOf(entity)}.csv`, async (ctx, { query }) => {
      if (!can(ctx, entity.feature)) throw new Refusal('error_forbidden');
      const args = argsOf(entity, query as Record<string, unknown>);
      return { name: `${entity.plural.toLowerCase()}.csv`, content: lines(ctx, entity, args) };
    });
  }
}

/** What a query string asks for; what it cannot mean is refused rather than left out. */
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

async function* lines(ctx: SignedIn, entity: Entity, args: ListArgs): AsyncGenerator<string> {
  const { language } = ctx.viewer;
  const columns = Object.entries(entity.fields).filter(([, field]) => inOwnRow(field) && field.kind !== 'image');
  const write = await writer(ctx);
  let page = await listRows(ctx, entity, { ...args, first: limits.maximumPage });
  yield byteOrderMark + csvLine(columns.map(([, { label }]) => textIn(label, language)));
  for (;;) {
    const cellsOf = (node: EntityRow) => columns.map(([name, field]) => write(field, node[columnOf(name, field)]));
    // a page at once, so that what its rows refer to takes one statement
    const written = await Promise.all(page.edges.map(async ({ node }) => csvLine(await Promise.all(cellsOf(node)))));
    yield written.join('');
    const { hasNextPage, endCursor } = page.pageInfo;
    if (!hasNextPage) return;
    page = await listRows(ctx, entity, { ...args, first: limits.maximumPage, after: endCursor });
  }
}

/** Writes a value as people read it, by the kind of its field. */
async function writer(ctx: SignedIn) {
  const { language } = ctx.viewer;
  const { time_zone: timeZone = 'Europe/Berlin' } = await readSettings(ctx.db, 'time_zone');
  return async (field: Field, value: unknown): Promise<string> => {
    if (value === null || value === undefined) return '';
    if (field.kind === 'reference') {
      const row = await loadEntityRow(ctx, field.to, value as number);
      return String(row?.['name'] ?? [row?.['firstName'], row?.['lastName']].filter(Boolean).join(' '));
    }
    if (field.kind === 'json') return JSON.stringify(value);
    return isShape(field) ? asWords(field, value, { language, timeZone }) : String(value);
  };
}
