import { sql } from 'kysely';
import type { Row } from '#server/api/graphql/types.ts';
import { requireActive } from '#server/api/input.ts';
import { recordContacts } from '#server/contacts/record-change.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { checkPersonData, type GivenData, writeData } from './person-data.ts';
import { checkFields, type PersonFields, refuseFaults } from './person-fields.ts';
import { sendRegistration } from './registration.ts';

/** A new person: names, contact data, groups. */
export interface NewPerson extends PersonFields {
  personData?: readonly GivenData[] | null | undefined;
  groups?: readonly number[] | undefined;
  sendRegistrationMail?: boolean | null | undefined;
}

/** Creates a person in groups; on request with a mail. */
export async function createPerson(ctx: Context, person: NewPerson): Promise<Row<'people'>> {
  const { personData, groups = [], sendRegistrationMail, ...fields } = person;
  const { columns, faults } = checkFields(fields);
  const { firstName = '', lastName = '', ...rest } = columns;
  return inTransaction(ctx.db, async (tx) => {
    const data = await checkPersonData(tx, personData ?? [], new Map());
    refuseFaults(faults, data.faults);
    const made = await tx
      .insertInto('people')
      .values({ firstName, lastName, ...rest })
      .returningAll()
      .executeTakeFirstOrThrow();
    await writeData(tx, made.id, data.entries);
    const joined = await joinGroups(tx, made.id, groups);
    const created = sendRegistrationMail ? await sendRegistration(ctx, tx, made) : made;
    for (const row of joined) await recordContacts(tx, ctx, { type: 'Group', row, after: { addedPeople: [made.id] } });
    return created;
  });
}

async function joinGroups(
  tx: Tx,
  personId: number,
  groupIds: readonly number[],
): Promise<Pick<Row<'groups'>, 'id' | 'name'>[]> {
  if (!groupIds.length) return [];
  await requireActive(tx, 'groups', 'groups', groupIds);
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from groups where id = any(${groupIds}) order by id for no key update`.execute(tx);
  await sql`
    insert into person_groups (group_id, person_id, sort_order)
    select g.id, ${personId}, coalesce((select max(sort_order) + 1 from person_groups where group_id = g.id), 0)
    from unnest(${groupIds}::int[]) as g (id)`.execute(tx);
  return rows;
}
