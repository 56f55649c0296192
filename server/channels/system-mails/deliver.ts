import { sql } from 'kysely';
import type { App } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import type { SystemMailJob } from '#server/platform/jobs/system-mail.ts';
import type { SystemMailIdentifier } from '#server/platform/jobs/system-mail-identifiers.ts';
import { readSettings } from '#server/platform/settings/settings.ts';
import type { DeliveryReason } from '#shared/delivery-reasons.ts';
import { textIn } from '#shared/label.ts';
import { localeOf } from '#shared/languages.ts';
import { type EnclosedFile, type HandedOver, handOverMail, mustWait } from './hand-over.ts';
import { findMailLink } from './link.ts';
import { linkStandsAlone } from './link-place.ts';
import { mailLogo } from './logo.ts';
import { mailAddressOf } from './mail-address.ts';
import { markExercise, renderMail } from './render.ts';
import type { SystemMailText } from './text.ts';
import { systemMailTexts } from './texts.ts';
import { isForPrivileged, keepWaiting, sendWaiting } from './waiting-mails.ts';

/** Additional content of a mail. */
export interface Enclosed {
  attachments?: EnclosedFile[];
  situationReportMailId?: number;
}

/** The server's refusal, nothing to send, or no confirmed server. */
export type MailFailure = DeliveryReason | 'no_address' | 'switched_off' | 'expired' | 'waiting';

/** The way of a mail, or the reason why it didn't leave. */
export interface MailOutcome extends Partial<Pick<HandedOver, 'way' | 'channelId'>> {
  failure: MailFailure | null;
}

/** Renders a system mail and sends it, unless switched off or pointless. Throws to be retried. */
export async function deliverSystemMail(
  app: App,
  job: SystemMailJob,
  jobId: string,
  { attachments = [], situationReportMailId }: Enclosed = {},
): Promise<MailOutcome> {
  const [text, recipient] = await Promise.all([
    findText(app, job.identifier, job.language),
    typeof job.to === 'number' ? findUser(app, job.to) : findPerson(app, job.to),
  ]);
  const link = await findMailLink(app, job);
  if (!text) return { failure: 'switched_off' };
  if (!recipient) return { failure: 'no_address' };
  if (link === null) return { failure: 'expired' };
  const confirmedOnly = await isForPrivileged(app.db, job);
  if (confirmedOnly && (await mustWait(app))) {
    await keepWaiting(app.db, job);
    // the server was confirmed just now
    if (!(await mustWait(app))) await inTransaction(app.db, (tx) => sendWaiting(app, tx));
    return { failure: 'waiting' };
  }
  const about = job.aboutPersonId === undefined ? {} : await personValues(app, job.aboutPersonId);
  const values = { ...(await commonValues(app, job.language)), ...about, ...recipient.values, ...job.values, link };
  const { refusal, ...handed } = await handOverMail(app, {
    ...renderMail(job.exercise ? markExercise(text, job.language) : text, job.language, values, await mailLogo(app)),
    address: recipient.address,
    userId: recipient.userId,
    personId: recipient.personId,
    attachments,
    jobId,
    exercise: job.exercise ?? false,
    confirmedOnly,
    ...(situationReportMailId === undefined ? {} : { situationReportMailId }),
  });
  return { ...handed, failure: refusal?.reason ?? null };
}

/** Returns the text in a language, otherwise in another; null if it is switched off. */
export async function findText(
  app: Pick<App, 'db'> | { db: Tx },
  identifier: SystemMailIdentifier,
  language: string,
): Promise<SystemMailText | null> {
  const found = await storedText(app, identifier, language);
  if (found && !found.isActive) return null;
  // an old or manipulated text must not send the link elsewhere
  if (found && linkStandsAlone(found)) return found;
  return textIn(systemMailTexts, language)[identifier];
}

/** Returns the stored text, active or not. */
export async function storedText(
  app: Pick<App, 'db'> | { db: Tx },
  identifier: string,
  language: string,
): Promise<(SystemMailText & { isActive: boolean }) | null> {
  const { rows } = await sql<SystemMailText & { isActive: boolean }>`
    select subject, content, is_active from system_mails where identifier = ${identifier}
    order by language = ${language} desc, language limit 1`.execute(app.db);
  return rows[0] ?? null;
}

interface Recipient {
  address: string;
  userId: number | null;
  personId: number | null;
  values: Record<string, string>;
}

async function findUser(app: App, id: number): Promise<Recipient | null> {
  const user = await app.db
    .selectFrom('users')
    .select(['email', 'firstName', 'lastName'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!user) return null;
  const values = { 'user.firstName': user.firstName, 'user.lastName': user.lastName, 'user.email': user.email };
  return { address: user.email, userId: id, personId: null, values };
}

async function findPerson(app: App, to: Exclude<SystemMailJob['to'], number>): Promise<Recipient | null> {
  const address = 'email' in to ? to.email : (await mailAddressOf(app.db, to.personId))?.email;
  if (!address) return null;
  const values = to.personId ? await personValues(app, to.personId) : {};
  return { address, userId: null, personId: 'person.lastName' in values ? to.personId! : null, values };
}

async function personValues(app: App, id: number): Promise<Record<string, string>> {
  const person = await app.db
    .selectFrom('people')
    .select(['firstName', 'lastName', 'title'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!person) return {};
  const { firstName, lastName, title } = person;
  return { 'person.firstName': firstName, 'person.lastName': lastName, 'person.title': title ?? '' };
}

/** Returns the placeholder values of all mails. */
export async function commonValues(app: App, language: string): Promise<Record<string, string>> {
  const set = await readSettings(app.db, 'system_name', 'organisation_name', 'privacy_url', 'time_zone');
  const format = { dateStyle: 'long', timeStyle: 'short', timeZone: set.time_zone ?? 'Europe/Berlin' } as const;
  const name = set.system_name ?? 'Meldekette';
  return {
    'system.name': name,
    'organisation.name': set.organisation_name ?? name,
    // a mail can't link to a relative path
    'privacy.url': set.privacy_url ? new URL(set.privacy_url, app.publicUrl).href : '',
    now: new Date().toLocaleString(localeOf(language), format),
  };
}
