import { sql } from 'kysely';
import { storeOptOuts } from '#server/alerting/answers/opt-outs.ts';
import { loader } from '#server/api/graphql/loaders.ts';
import type { Row } from '#server/api/graphql/types.ts';
import type { Context, Loaders } from '#server/platform/context.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { Refusal } from '#server/platform/errors.ts';
import { holdPerson } from './hold.ts';

/** Returns channel types without information, oldest first. */
export async function listOptOuts(ctx: { loaders: Loaders }, personId: number): Promise<Row<'optOuts'>[]> {
  const optOuts = loader<number, Row<'optOuts'>[]>(ctx.loaders, 'person.optOuts', async (ids, db) => {
    const { rows } = await sql<Row<'optOuts'>>`
      select * from opt_outs where person_id = any(${ids}) order by at, channel_type_id`.execute(db);
    return Map.groupBy(rows, (row) => row.personId);
  });
  return (await optOuts.load(personId)) ?? [];
}

/** Records or reverts that a person declines a channel type. */
export async function setOptOut(
  ctx: Context,
  personId: number,
  channelTypeId: number,
  optedOut: boolean,
): Promise<Row<'people'>> {
  const type = await ctx.db
    .selectFrom('channelTypes')
    .select('identifier')
    .where('id', '=', channelTypeId)
    .executeTakeFirst();
  if (!type) throw new Refusal('error_not_found');
  const person = await inTransaction(ctx.db, async (tx) => {
    const held = await holdPerson(tx, personId);
    await storeOptOuts(tx, [personId], type.identifier, optedOut ? 'operator' : null);
    return held;
  });
  ctx.log.info({ event: 'opt_out_set', person: personId, channelType: channelTypeId, optedOut, by: ctx.viewer?.id });
  return person;
}
