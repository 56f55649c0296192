import type { Context } from '../../context.ts';
import type { Row } from '../../graphql/types.ts';
import { differing, refuseStale } from '../versions.ts';
import { holdPerson } from './hold.ts';
import { checkData, type GivenData, loadValues, writeData } from './person-data.ts';
import { checkFields, type PersonFields, refuseFaults } from './person-fields.ts';
import { sendRegistration } from './registration.ts';

/** The fields that change; with `version` only when nobody changed the person since that one. */
export interface PersonChange extends PersonFields {
  id: number;
  version?: number | null | undefined;
  personData?: readonly GivenData[] | null | undefined;
  sendRegistrationMail?: boolean | null | undefined;
}

/**
 * Changes a person. Entries of contact data that are not named stay; named and empty ones are removed. When contact
 * data is saved, everything required must be there afterwards.
 */
export async function updatePerson(ctx: Context, change: PersonChange): Promise<Row<'people'>> {
  const { id, version, personData, sendRegistrationMail, ...fields } = change;
  const checked = checkFields(fields);
  return ctx.db.transaction().execute(async (tx) => {
    const before = await holdPerson(tx, id);
    refuseStale(before, version);
    const data = personData ? await checkData(tx, personData, await loadValues(tx, id)) : { entries: [], faults: {} };
    refuseFaults(checked.faults, data.faults);
    const columns = differing(before, checked.columns);
    const isChanged = Object.keys(columns).length > 0 || data.entries.length > 0;
    await writeData(tx, id, data.entries);
    const after = isChanged
      ? await tx
          .updateTable('people')
          .set((eb) => ({ ...columns, version: eb('version', '+', 1), updatedAt: new Date() }))
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirstOrThrow()
      : before;
    return sendRegistrationMail ? sendRegistration(ctx, tx, after) : after;
  });
}

/** Switches a person off: reached by nothing any more, kept in history. */
export const deletePerson = (ctx: Context, id: number): Promise<Row<'people'>> =>
  updatePerson(ctx, { id, isActive: false });
