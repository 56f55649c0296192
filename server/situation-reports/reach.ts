import type { Db, Tx } from '#server/database/connect.ts';
import { requireActive } from '#server/input.ts';
import { loadDirectory } from '#server/messages/recipients/load-directory.ts';
import { droppedOf, type Recipient, recipientsOf, resolve } from '#server/messages/recipients/resolution.ts';
import { readSettings } from '#server/settings/settings.ts';

/** Whom mailing a situation report to lists would reach. */
export interface MailingReach {
  /** Who would get it now. */
  people: Pick<Recipient, 'personId' | 'isPrivate'>[];
  /** How many of the lists' people have it, or are about to get it. */
  already: number;
  /** How many cannot be mailed: no address, switched off, or not wanting any. */
  unreachable: number;
}

const addresses = ['email'];

/**
 * The people of the lists as a message by e-mail would resolve them, without those who have the report already. Who is
 * only left because a mail failed is among them again.
 */
export async function reachOf(db: Db | Tx, reportId: number, lists: readonly number[]): Promise<MailingReach> {
  await requireActive(db, 'mailingLists', 'lists', lists);
  const choice = { lists, groups: [], people: [] };
  const directory = await loadDirectory(db, [choice], addresses);
  const { default_country: country = 'DE' } = await readSettings(db, 'default_country');
  const rules = {
    addresses,
    alarm: false,
    informs: 'email',
    sparesAbsent: false,
    measured: false,
    waitMinutes: 1,
    country,
  };
  const resolution = resolve(directory, choice, rules);
  const recipients = [...recipientsOf(resolution)];
  const mailed = await db
    .selectFrom('situationReportMails')
    .select('personId')
    .where('situationReportId', '=', reportId)
    .where('status', '<>', 'failed')
    .execute();
  const having = new Set(mailed.map(({ personId }) => personId));
  const people = recipients.filter(({ personId }) => !having.has(personId));
  return {
    people: people.map(({ personId, isPrivate }) => ({ personId, isPrivate })),
    already: recipients.length - people.length,
    unreachable: [...droppedOf(resolution)].filter(({ reason }) => reason !== 'duplicate').length,
  };
}
