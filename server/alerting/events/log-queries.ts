import { type RawBuilder, sql } from 'kysely';
import { isMomentOpen } from '#server/api/by-person/access.ts';
import { loader } from '#server/api/graphql/loaders.ts';
import { nestedPage, type Page, type PageArgs } from '#server/api/graphql/page.ts';
import { matches } from '#server/api/graphql/search.ts';
import type { Row } from '#server/api/graphql/types.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { Refusal } from '#server/platform/errors.ts';
import { type LogGroup, logGroups } from '#shared/event-log/kinds.ts';
import { withheldKinds } from '#shared/event-log/withheld.ts';

/** A filter of the log; unset fields don't filter. */
export interface LogFilter {
  groups?: readonly LogGroup[] | null | undefined;
  /** Words in the name of the actor or subject. */
  person?: string | null | undefined;
  /** The period of the occurrence. */
  from?: Date | null | undefined;
  until?: Date | null | undefined;
}

const longestWords = 200;
const newestFirst = [{ key: 'id', direction: 'desc' as const }];

/** Returns a filtered page of an event's log, newest first. */
export function listLog(
  ctx: Context,
  eventId: number,
  args: PageArgs,
  filter: LogFilter = {},
): Promise<Page<Row<'logEntries'>>> {
  if ((filter.person?.length ?? 0) > longestWords) throw new Refusal('error_too_long', { person: 'error_too_long' });
  const query = (id: RawBuilder<number>) => logQuery(ctx, id, filter);
  return nestedPage(ctx, `event.log:${JSON.stringify(filter)}`, eventId, args, query, newestFirst);
}

function logQuery(ctx: Context, eventId: RawBuilder<number>, { groups, person, from, until }: LogFilter) {
  const tests = [sql`l.event_id = ${eventId}`];
  const kinds = groups?.flatMap((group) => logGroups[group]) ?? [];
  if (kinds.length) tests.push(sql`l.kind = any(${kinds}::text[])`);
  // by the minute: the exact time and hash could reveal a withheld entry
  const at = sql`coalesce(l.happened_at, case when ${isWithheld(ctx)} then date_trunc('minute', l.at) else l.at end)`;
  if (from) tests.push(sql`${at} >= ${from}::timestamptz`);
  if (until) tests.push(sql`${at} <= ${until}::timestamptz`);
  if (person?.trim()) {
    const [user, about] = [sql`u.first_name || ' ' || u.last_name`, sql`p.first_name || ' ' || p.last_name`];
    tests.push(sql`(l.by_user_id in (select u.id from users u where ${matches(user, person)})
      or (l.data->>'person' in (select p.id::text from people p where ${matches(about, person)}) and not ${isWithheld(ctx)}))`);
  }
  return sql<Row<'logEntries'>>`select l.* from log_entries l where ${sql.join(tests, sql` and `)}`;
}

/** SQL: works-council mode withholds entry `l` from the viewer. */
const isWithheld = (ctx: Context) => sql<boolean>`(l.kind = any(${withheldKinds}::text[]) and not exists (
  select from events wh_e where wh_e.id = l.event_id and ${isMomentOpen(ctx, sql.ref('wh_e'), sql.ref('l.at'))}))`;

/** Returns whether works-council mode withholds an entry. */
export async function isWithheldEntry(ctx: Context, { id, kind }: Row<'logEntries'>): Promise<boolean> {
  if (!withheldKinds.includes(kind)) return false;
  const found = loader(ctx.loaders, 'logEntry.isWithheld', async (ids: number[], db: Db) => {
    const { rows } = await sql<{ id: number }>`
      select l.id from log_entries l where l.id = any(${ids}) and ${isWithheld(ctx)}`.execute(db);
    return new Map(rows.map((row) => [row.id, true]));
  });
  return (await found.load(id)) ?? false;
}

/** Returns the corrections of an entry, oldest first. */
export async function correctionsOf(ctx: Context, id: number): Promise<Row<'logEntries'>[]> {
  const load = async (ids: number[], db: Db) => {
    const { rows } = await sql<Row<'logEntries'>>`
      select * from log_entries where corrects = any(${ids}) order by id`.execute(db);
    return Map.groupBy(rows, ({ corrects }) => corrects!);
  };
  return (await loader(ctx.loaders, 'logEntry.corrections', load).load(id)) ?? [];
}

/** Returns a person's words with an answer; null for other entries and erased people. */
export async function answerWordsOf(ctx: Context, { kind, data }: Row<'logEntries'>): Promise<string | null> {
  const answer = kind === 'answer' ? numberInData(data, 'answer') : null;
  if (answer === null) return null;
  const load = async (ids: number[], db: Db) => {
    const { rows } = await sql<{ id: number; text: string | null }>`
      select id, text from answers where id = any(${ids})`.execute(db);
    return new Map(rows.map(({ id, text }) => [id, text]));
  };
  return (await loader(ctx.loaders, 'answer.words', load).load(answer)) ?? null;
}

/** Returns a number in an entry's data. */
export function numberInData(data: Row<'logEntries'>['data'], key: string): number | null {
  const value = data !== null && typeof data === 'object' && !Array.isArray(data) ? data[key] : null;
  return typeof value === 'number' ? value : null;
}
