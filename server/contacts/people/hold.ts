import type { Row } from '#server/api/graphql/types.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { Refusal } from '#server/platform/errors.ts';

/** Locks a person's row; refuses an erased one. */
export async function holdPerson(tx: Tx, id: number): Promise<Row<'people'>> {
  const held = tx.selectFrom('people').selectAll().where('id', '=', id).forNoKeyUpdate();
  const person = await held.executeTakeFirst();
  if (!person) throw new Refusal('error_not_found');
  if (person.erasedAt) throw new Refusal('error_person_erased');
  return person;
}
