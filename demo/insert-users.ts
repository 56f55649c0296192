import type { Tx } from '#server/platform/database/connect.ts';
import { content } from './content.ts';
import type { People } from './insert-people.ts';

/**
 * Adds switched-off accounts without passwords, for history, and a waiting registration. Returns ids by last name,
 * "owner" for the first account.
 */
export async function insertUsers(tx: Tx, people: People): Promise<ReadonlyMap<string, number>> {
  const account = (lastName: string) => {
    const { firstName, email, mobile } = people.get(lastName)!;
    return { firstName, lastName, email: email!, mobilePhoneNumber: mobile, isActive: false, verifiedAt: new Date() };
  };
  const owner = await tx.selectFrom('users').select('id').orderBy('id').limit(1).executeTakeFirst();
  const rows = await tx
    .insertInto('users')
    .values(content.hospital.users.map(({ lastName, ...held }) => ({ ...account(lastName), ...held })))
    .returning(['id', 'lastName'])
    .execute();
  const ids = new Map(rows.map(({ id, lastName }) => [lastName, id]));
  return ids.set('owner', owner?.id ?? ids.get('Vogelsang')!);
}
