import type { Tx } from '#server/database/connect.ts';
import type { Role } from '#shared/permissions.ts';
import type { People } from './insert-people.ts';

const authors: Record<string, Role[]> = {
  Brandmüller: ['crisis_manager'],
  Eisenlohr: ['documentation_officer'],
  Vogelsang: ['editor'],
  Ahrens: ['contact_manager', 'mailing_list_manager'],
};
const waiting = 'Zander';

/**
 * Adds the accounts that wrote the demo's history, without passwords and switched off, so that nobody can sign in with
 * them; and one registration that waits for approval. Answers the ids by last name; the first account's is "owner".
 */
export async function insertUsers(tx: Tx, people: People): Promise<ReadonlyMap<string, number>> {
  const account = (lastName: string) => {
    const { firstName, email, mobile } = people.get(lastName)!;
    return { firstName, lastName, email: email!, mobilePhoneNumber: mobile, isActive: false, verifiedAt: new Date() };
  };
  const owner = await tx.selectFrom('users').select('id').orderBy('id').limit(1).executeTakeFirst();
  const rows = await tx
    .insertInto('users')
    .values([
      ...Object.entries(authors).map(([lastName, roles]) => ({ ...account(lastName), roles, needApproval: false })),
      { ...account(waiting), roles: [], needApproval: true },
    ])
    .returning(['id', 'lastName'])
    .execute();
  const ids = new Map(rows.map(({ id, lastName }) => [lastName, id]));
  return ids.set('owner', owner?.id ?? ids.get('Vogelsang')!);
}
