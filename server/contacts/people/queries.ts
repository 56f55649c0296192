import { type RawBuilder, sql } from 'kysely';
import { shownRecipients } from '#server/api/by-person/recipients.ts';
import { loader, loadRow } from '#server/api/graphql/loaders.ts';
import { listPage, nestedPage, type OrderKey, type Page, type PageArgs } from '#server/api/graphql/page.ts';
import { matches } from '#server/api/graphql/search.ts';
import type { Row, ShownData } from '#server/api/graphql/types.ts';
import { seesPrivateData } from '#server/api/private-data.ts';
import { forgivingPage } from '#server/api/search/forgiving.ts';
import { findPeople } from '#server/api/search/people.ts';
import type { Context } from '#server/platform/context.ts';
import { Refusal } from '#server/platform/errors.ts';
import { readSettings } from '#server/platform/settings/settings.ts';
import { languageOf } from '#shared/languages.ts';
import { limits } from '#shared/limits.ts';
import { findSuspectNumbers } from './suspect-numbers.ts';
import { withoutAddress } from './without-address.ts';

const byName: OrderKey[] = [{ key: 'sortName' }, { key: 'id' }];

/** The filter of people. */
export interface PersonFilter {
  isActive?: boolean | null | undefined;
  isCrisis?: boolean | null | undefined;
  /** Suspicious mobile numbers; for editors. */
  suspectNumber?: boolean | null | undefined;
  /** Without a usable address; for editors. */
  unreachable?: boolean | null | undefined;
  /** Words of first and last name. */
  name?: string | null | undefined;
  /** With, or without, a request to erase. */
  deletionRequested?: boolean | null | undefined;
}

/** Returns a page of people by name. */
export async function listPeople(ctx: Context, filter: PersonFilter & PageArgs): Promise<Page<Row<'people'>>> {
  return listPage(ctx, filter, sql<Row<'people'>>`select * from people where ${await matching(ctx, filter)}`, byName);
}

/** Returns a filter's people. Refuses more than a bulk action takes. */
export async function matchingPeople(ctx: Context, filter: PersonFilter): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from people where ${await matching(ctx, filter)} order by sort_name, id limit ${limits.bulkPeople + 1}`.execute(
    ctx.db,
  );
  if (rows.length > limits.bulkPeople) throw new Refusal('error_too_many');
  return rows.map(({ id }) => id);
}

async function matching(ctx: Context, filter: PersonFilter): Promise<RawBuilder<unknown>> {
  const { isActive, isCrisis, name } = filter;
  return sql`erased_at is null and ${typeof isActive === 'boolean' ? sql`is_active = ${isActive}` : sql`true`}
      and ${typeof isCrisis === 'boolean' ? sql`is_crisis = ${isCrisis}` : sql`true`}
      and ${await suspectNumber(ctx, filter.suspectNumber)}
      and ${await unreachable(ctx, filter.unreachable)}
      and ${name?.trim() ? matches(sql`first_name || ' ' || last_name`, name) : sql`true`}
      and ${deletionRequested(ctx, filter.deletionRequested)}`;
}

function deletionRequested(ctx: Context, asked: boolean | null | undefined): RawBuilder<unknown> {
  if (typeof asked !== 'boolean') return sql`true`;
  return seesPrivateData(ctx) ? sql`(deletion_requested_at is not null) = ${asked}` : sql`${!asked}`;
}

async function suspectNumber(ctx: Context, asked: boolean | null | undefined): Promise<RawBuilder<unknown>> {
  if (!asked) return sql`true`;
  const found = seesPrivateData(ctx) ? await findSuspectNumbers(ctx.db) : [];
  return sql`id = any(${found.map(({ personId }) => personId)}::int[])`;
}

async function unreachable(ctx: Context, asked: boolean | null | undefined): Promise<RawBuilder<unknown>> {
  if (!asked) return sql`true`;
  return seesPrivateData(ctx) ? withoutAddress(ctx.db) : sql`false`;
}

/** Returns a person, or null if missing or erased. */
export async function findPerson(ctx: Context, id: number): Promise<Row<'people'> | null> {
  const person = await loadRow(ctx, 'people', id);
  return person?.erasedAt ? null : person;
}

/** Returns an entry of contact data; null if missing or private. */
export async function findPersonData(ctx: Context, id: number): Promise<ShownData | null> {
  const stored = await loadRow(ctx, 'personData', id);
  if (!stored || !(await findPerson(ctx, stored.personId))) return null;
  return (await loadPersonData(ctx, stored.personId)).find((data) => data.id === id) ?? null;
}

/** Searches people, tolerating typing errors. */
export function searchPeople(
  ctx: Context,
  term: string,
  { isActive, ...page }: PageArgs & { isActive?: boolean | null | undefined },
): Promise<Page<Row<'people'>>> {
  return forgivingPage(ctx, term, page, (words, args) => findPeople(ctx, words, args, isActive));
}

/** Returns contact data in order of types; private data only for editors. */
export async function loadPersonData(ctx: Context, personId: number): Promise<ShownData[]> {
  const data = loader<number, ShownData[]>(ctx.loaders, 'person.personData', async (ids, db) => {
    const [{ rows }, types, place] = await Promise.all([
      sql<Omit<ShownData, 'type' | 'place'>>`
        select d.id, d.person_id, d.key_field_id, d.value_str, d.value_int
        from person_data d join person_data_types k on k.id = d.key_field_id
        where d.person_id = any(${ids}) and k.is_active and (not k.is_private or ${seesPrivateData(ctx)})
        order by k.sort_order, k.id`.execute(db),
      db.selectFrom('personDataTypes').selectAll().execute(),
      readersPlace(ctx),
    ]);
    const typeOf = new Map(types.map((type) => [type.id, type]));
    const shown = rows.flatMap((row) => {
      const type = typeOf.get(row.keyFieldId); // undefined for a type created or deleted just now
      return type ? [{ ...row, type, place }] : [];
    });
    return Map.groupBy(shown, (row) => row.personId);
  });
  return (await data.load(personId)) ?? [];
}

export function listMemberships(ctx: Context, personId: number, args: PageArgs): Promise<Page<Row<'personGroups'>>> {
  const query = (id: unknown) => sql<Row<'personGroups'> & { groupName: string }>`
    select pg.*, g.name as group_name from person_groups pg join groups g on g.id = pg.group_id and g.is_active
    where pg.person_id = ${id}`;
  return nestedPage(ctx, 'person.personGroup', personId, args, query, [
    { key: 'groupName', text: true },
    { key: 'id' },
  ]);
}

export function listMailingListsOf(ctx: Context, personId: number, args: PageArgs): Promise<Page<Row<'mailingLists'>>> {
  const query = (id: unknown) => sql<Row<'mailingLists'>>`
    select l.* from mailing_list_people p join mailing_lists l on l.id = p.mailing_list_id and l.is_active
    where p.person_id = ${id}`;
  return nestedPage(ctx, 'person.mailingLists', personId, args, query, [{ key: 'name', text: true }, { key: 'id' }]);
}

export function listMessagesTo(
  ctx: Context,
  personId: number,
  args: PageArgs,
): Promise<Page<Row<'messageRecipients'>>> {
  const query = (id: unknown) => sql<Row<'messageRecipients'>>`
    select r.* from message_recipients r join messages m on m.id = r.message_id and m.is_active
    join reports p on p.id = r.report_id and p.is_active join events e on e.id = p.event_id and e.is_active
    where r.person_id = ${id} and not r.superseded and ${shownRecipients(ctx)}`;
  return nestedPage(ctx, 'person.messageRecipients', personId, args, query, [{ key: 'id', direction: 'desc' }]);
}

/** Returns the installation's country and reader's language. */
export async function readersPlace(ctx: Context): Promise<{ country: string; language: string }> {
  const settings = loader<string, string>(ctx.loaders, 'settings.country', async ([key], db) => {
    const { default_country: country } = await readSettings(db, 'default_country');
    return new Map(country ? [[key!, country]] : []);
  });
  return { country: (await settings.load('default_country')) ?? 'DE', language: languageOf(ctx.viewer?.language) };
}
