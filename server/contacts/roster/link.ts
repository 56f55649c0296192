import { randomBytes } from 'node:crypto';
import type { SignedIn } from '#server/api/viewer/viewer.ts';
import { holdGroup } from '#server/contacts/groups/hold.ts';
import { recordContacts } from '#server/contacts/record-change.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { sha256 } from '#server/platform/secrets.ts';

/** The base path of roster calendars. */
export const calendarPath = '/api/roster';

/** Creates a roster calendar's secret address, shown once and stored as a hash; an earlier one ends. */
export async function createRosterLink(ctx: SignedIn, groupId: number): Promise<string> {
  const secret = randomBytes(24).toString('base64url');
  await setLink(ctx, groupId, sha256(secret));
  return `${ctx.publicUrl}${calendarPath}/${secret}.ics`;
}

/** Revokes the address of a roster's calendar. */
export const revokeRosterLink = (ctx: SignedIn, groupId: number): Promise<void> => setLink(ctx, groupId, null);

async function setLink(ctx: SignedIn, groupId: number, hash: Buffer | null): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const group = await holdGroup(tx, groupId);
    const link = { linkHash: hash, linkedAt: hash && new Date() };
    const stored = tx.insertInto('rosters').values({ groupId, ...link });
    await stored.onConflict((conflict) => conflict.column('groupId').doUpdateSet(link)).execute();
    await recordContacts(tx, ctx, { type: 'Roster', row: group, after: { calendarLink: hash !== null } });
  });
}

/** Returns a secret's group, or null. */
export async function findLinkedGroup(db: Db, secret: string): Promise<{ id: number; name: string } | null> {
  const found = db
    .selectFrom('rosters as r')
    .innerJoin('groups as g', 'g.id', 'r.groupId')
    .select(['g.id', 'g.name'])
    .where('r.linkHash', '=', sha256(secret))
    .where('g.isActive', '=', true);
  return (await found.executeTakeFirst()) ?? null;
}
