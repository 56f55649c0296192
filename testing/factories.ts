import path from 'node:path';
import { type Insertable, sql } from 'kysely';
import { defaultAnswerOptions } from '#server/alerting/messages/report-rules.ts';
import { addProviders } from '#server/channels/registry.ts';
import type { Db } from '#server/platform/database/connect.ts';
import type { DB } from '#server/platform/database/types.gen.ts';

// Test-only channels: SMS, and a public board.
addProviders(path.join(import.meta.dirname, 'providers'));

let count = 0;
const next = () => ++count;

type Values<T extends keyof DB> = Partial<Insertable<DB[T]>>;

/** Creates a user: active, verified, and without roles by default. */
export async function createUser(db: Db, values: Values<'users'> = {}) {
  const n = next();
  return db
    .insertInto('users')
    .values({
      email: `user${n}.${process.pid}@example.org`,
      firstName: 'Vorname',
      lastName: `Nachname ${n}`,
      verifiedAt: new Date(),
      isActive: true,
      ...values,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Creates a person; `email` and `mobile` become the business addresses. */
export async function createPerson(
  db: Db,
  { email, mobile, ...values }: Values<'people'> & { email?: string | null; mobile?: string | null } = {},
) {
  const n = next();
  const person = await db
    .insertInto('people')
    .values({ firstName: 'Person', lastName: `Nummer ${n}`, ...values })
    .returningAll()
    .executeTakeFirstOrThrow();
  const data = [
    { keyFieldId: 1, valueStr: email === undefined ? `person${n}@example.org` : email },
    { keyFieldId: 5, valueStr: mobile ?? null },
  ].filter(({ valueStr }) => valueStr !== null);
  if (data.length) {
    await db
      .insertInto('personData')
      .values(data.map((d) => ({ ...d, personId: person.id })))
      .execute();
  }
  return person;
}

/** Creates a group in call order; plain numbers have no flags. */
export async function createGroup(
  db: Db,
  { members = [], priority = [], ...values }: Values<'groups'> & { members?: number[]; priority?: number[] } = {},
) {
  const group = await db
    .insertInto('groups')
    .values({ name: `Gruppe ${next()}`, ...values })
    .returningAll()
    .executeTakeFirstOrThrow();
  if (members.length) {
    await db
      .insertInto('personGroups')
      .values(
        members.map((personId, sortOrder) => ({
          personId,
          groupId: group.id,
          sortOrder,
          priorityAlert: priority.includes(personId),
        })),
      )
      .execute();
  }
  return group;
}

/** Creates a shift by relative start and length in local hours. */
export async function createShift(
  db: Db,
  {
    begins,
    hours,
    everyWeeks,
    ...values
  }: { groupId: number; personId: number; begins: number; hours: number; everyWeeks?: number | null },
) {
  const local = (add: number) =>
    sql<Date>`date_trunc('minute', now() at time zone 'Europe/Berlin') + make_interval(hours => ${add}::int)`;
  return db
    .insertInto('shifts')
    .values({ ...values, everyWeeks: everyWeeks ?? null, startsAt: local(begins), endsAt: local(begins + hours) })
    .returning('id')
    .executeTakeFirstOrThrow();
}

/** Creates a list with people and groups, perhaps with stop limits. */
export async function createMailingList(
  db: Db,
  {
    people = [],
    groups = [],
    ...values
  }: Values<'mailingLists'> & {
    people?: number[];
    groups?: { id: number; stopLimit?: number; waitMinutes?: number; onDuty?: boolean }[];
  } = {},
) {
  const list = await db
    .insertInto('mailingLists')
    .values({ name: `Verteiler ${next()}`, ...values })
    .returningAll()
    .executeTakeFirstOrThrow();
  for (const personId of people) {
    await db.insertInto('mailingListPeople').values({ mailingListId: list.id, personId }).execute();
  }
  for (const [sortOrder, { id, ...limit }] of groups.entries()) {
    await db
      .insertInto('listGroups')
      .values({ mailingListId: list.id, groupId: id, sortOrder, ...limit })
      .execute();
  }
  return list;
}

/** Creates an event type with its mailing lists. */
export async function createEventType(
  db: Db,
  { lists = [], ...values }: Values<'eventTypes'> & { lists?: number[] } = {},
) {
  const n = next();
  const type = await db
    .insertInto('eventTypes')
    .values({ name: `Ereignistyp ${n}`, identifier: `type_${n}`, ...values })
    .returningAll()
    .executeTakeFirstOrThrow();
  for (const [sortOrder, mailingListId] of lists.entries()) {
    await db.insertInto('eventTypeMailingLists').values({ eventTypeId: type.id, mailingListId, sortOrder }).execute();
  }
  return type;
}

/** Creates a snippet, perhaps proposed for types. */
export async function createSnippet(
  db: Db,
  { eventTypeId, reportTypeId, ...values }: Values<'snippets'> & { eventTypeId?: number; reportTypeId?: number } = {},
) {
  const snippet = await db
    .insertInto('snippets')
    .values({ name: `Textbaustein ${next()}`, content: 'Bitte kommen Sie.', ...values })
    .returningAll()
    .executeTakeFirstOrThrow();
  if (reportTypeId !== undefined) {
    await db
      .insertInto('reportEventSnippets')
      .values({ name: snippet.name, snippetId: snippet.id, eventTypeId: eventTypeId ?? null, reportTypeId })
      .execute();
  }
  return snippet;
}

/** Creates an event in the given state, without a log. */
export async function createEvent(
  db: Db,
  { state = 'running', ...values }: Values<'events'> & { state?: 'draft' | 'running' | 'finished' | 'archived' } = {},
) {
  const status = state === 'draft' || state === 'archived' ? state : 'published';
  return db
    .insertInto('events')
    .values({
      name: `Ereignis ${next()}`,
      eventStatusId: await idByIdentifier(db, 'eventStatuses', status),
      isRunning: state === 'running',
      finishedAt: state === 'finished' ? new Date() : null,
      ...values,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Creates a report with default answers, by default an activation in a new event. */
export async function createReport(
  db: Db,
  { type = 'activation', ...values }: Values<'reports'> & { type?: string } = {},
) {
  const report = await db
    .insertInto('reports')
    .values({
      title: `Meldung ${next()}`,
      content: 'Bitte kommen Sie.',
      eventId: values.eventId ?? (await createEvent(db)).id,
      reportTypeId: await idByIdentifier(db, 'reportTypes', type),
      ...values,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const options = defaultAnswerOptions.map((option, sortOrder) => ({
    ...option,
    askMinutes: option.askMinutes ?? false,
    sortOrder,
  }));
  await db
    .insertInto('answerOptions')
    .values(options.map((option) => ({ ...option, reportId: report.id })))
    .execute();
  return report;
}

/** Creates a draft on the exercise channel, by default in a new report. */
export async function createMessage(db: Db, values: Values<'messages'> = {}) {
  return db
    .insertInto('messages')
    .values({
      title: `Nachricht ${next()}`,
      content: 'Bitte kommen Sie.',
      reportId: values.reportId ?? (await createReport(db)).id,
      channelId: values.channelId ?? (await idByIdentifier(db, 'channels', 'exercise')),
      ...values,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function idByIdentifier(
  db: Db,
  table: 'eventStatuses' | 'reportTypes' | 'channelTypes' | 'channels',
  identifier: string,
): Promise<number> {
  const row = await db.selectFrom(table).select('id').where('identifier', '=', identifier).executeTakeFirstOrThrow();
  return row.id;
}
