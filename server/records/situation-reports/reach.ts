import { loadDirectory } from '#server/alerting/recipients/load-directory.ts';
import { droppedOf, type Recipient, recipientsOf } from '#server/alerting/recipients/resolution.ts';
import { resolve } from '#server/alerting/recipients/resolving.ts';
import { requireActive } from '#server/api/input.ts';
import { hasMailServer } from '#server/channels/system-mails/hand-over.ts';
import type { App } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import { Refusal } from '#server/platform/errors.ts';
import { readSettings } from '#server/platform/settings/settings.ts';

/** Recipients of a situation report mailing to lists. */
export interface MailingReach {
  /** People who would get the mail now. */
  people: Pick<Recipient, 'personId' | 'isPrivate'>[];
  /** Members with the report, or about to get it. */
  already: number;
  /** Without a mail address, switched off, or opted out. */
  unreachable: number;
}

const addresses = ['email'];

/**
 * Resolves lists like a message, without people who have the report. Includes failed ones and, for a live event, those
 * in the exercise mailbox.
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
    .selectFrom('situationReportMails as m')
    .innerJoin('situationReports as s', 's.id', 'm.situationReportId')
    .innerJoin('events as e', 'e.id', 's.eventId')
    .select('m.personId')
    .where('m.situationReportId', '=', reportId)
    .where('m.status', '<>', 'failed')
    .where(({ or, eb }) => or([eb('m.way', 'is distinct from', 'mailbox'), eb('e.mode', '<>', 'LIVE')]))
    .execute();
  const having = new Set(mailed.map(({ personId }) => personId));
  const people = recipients.filter(({ personId }) => !having.has(personId));
  return {
    people: people.map(({ personId, isPrivate }) => ({ personId, isPrivate })),
    already: recipients.length - people.length,
    unreachable: [...droppedOf(resolution)].filter(({ reason }) => reason !== 'duplicate').length,
  };
}

/** The same, and whether live mails would stay inside. */
export async function reachForNow(app: App, reportId: number, lists: readonly number[]) {
  const reach = await reachOf(app.db, reportId, lists);
  const { mode } = await app.db
    .selectFrom('situationReports as s')
    .innerJoin('events as e', 'e.id', 's.eventId')
    .select('e.mode')
    .where('s.id', '=', reportId)
    .where('e.isActive', '=', true)
    .executeTakeFirstOrThrow(() => new Refusal('error_not_found'));
  return { ...reach, reachesNobody: mode === 'LIVE' && !(await hasMailServer(app)) };
}
