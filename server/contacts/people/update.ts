import type { Row } from '#server/api/graphql/types.ts';
import { mailAddressOf } from '#server/channels/system-mails/mail-address.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { differing, refuseStale } from '#server/platform/database/versions.ts';
import { checkOrder } from './channel-choices.ts';
import { holdPerson } from './hold.ts';
import { checkPersonData, type DataType, type GivenData, loadValues, writeData } from './person-data.ts';
import { checkFields, type PersonFields, refuseFaults } from './person-fields.ts';
import { sendRegistration } from './registration.ts';
import { withdrawPersonTokens } from './tokens.ts';

/** With `version` only if unchanged since. */
export interface PersonChange extends PersonFields {
  id: number;
  version?: number | null | undefined;
  personData?: readonly GivenData[] | null | undefined;
  sendRegistrationMail?: boolean | null | undefined;
}

/** A changed person, with the changed fields. */
export interface ChangedPerson {
  person: Row<'people'>;
  columns: string[];
  types: DataType[];
}

/**
 * Changes a person. Absent contact data stay, empty ones are removed; required ones must be there. The person's link
 * ends with another address or when switched off.
 */
export async function updatePerson(ctx: Context, change: PersonChange): Promise<Row<'people'>> {
  return inTransaction(ctx.db, async (tx) => {
    await holdPerson(tx, change.id);
    const before = await mailAddressOf(tx, change.id);
    const { person, columns } = await changePerson(tx, change);
    const isOff = columns.includes('isActive') && !person.isActive;
    if (isOff || (await mailAddressOf(tx, change.id))?.email !== before?.email)
      await withdrawPersonTokens(tx, [change.id]);
    return change.sendRegistrationMail ? sendRegistration(ctx, tx, person) : person;
  });
}

/** Runs `updatePerson` within a transaction, for any actor. */
export async function changePerson(tx: Tx, change: PersonChange): Promise<ChangedPerson> {
  const { id, version, personData, sendRegistrationMail, ...fields } = change;
  const checked = checkFields(fields);
  const before = await holdPerson(tx, id);
  refuseStale(before, version);
  const data = personData
    ? await checkPersonData(tx, personData, await loadValues(tx, id))
    : { entries: [], faults: {} };
  refuseFaults(checked.faults, data.faults);
  if (fields.channelOrder) await checkOrder(tx, fields.channelOrder);
  const columns = differing(before, checked.columns);
  const changed = { columns: Object.keys(columns), types: data.entries.map(({ type }) => type) };
  if (!changed.columns.length && !changed.types.length) return { person: before, ...changed };
  await writeData(tx, id, data.entries);
  const person = await tx
    .updateTable('people')
    .set((eb) => ({ ...columns, version: eb('version', '+', 1), updatedAt: new Date() }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return { person, ...changed };
}

/** Switches a person off: unreachable, but kept in history. */
export const deletePerson = (ctx: Context, id: number): Promise<Row<'people'>> =>
  updatePerson(ctx, { id, isActive: false });
