import { sql } from 'kysely';
import { type MailAddress, mailAddressOf } from '#server/channels/system-mails/mail-address.ts';
import { sendSystemMail } from '#server/channels/system-mails/send.ts';
import type { App } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import type { SystemMail } from '#server/platform/jobs/system-mail.ts';
import { type Language, languageOf } from '#shared/languages.ts';

/** Returns the words for a change in a language. */
export type ChangeWords = (language: Language) => string;

/** Notifies managers and the person's previous address of an own change, in case a link or session was stolen. */
export async function tellAboutChange(
  app: App,
  tx: Tx,
  { personId, before }: { personId: number; before: MailAddress | null },
  changes: ChangeWords,
): Promise<void> {
  const told = await contactManagers(tx);
  const mails = told.map(
    ({ id, language }): SystemMail => ({
      identifier: 'person_data_reported',
      to: id,
      language,
      page: `/person/${personId}`,
      aboutPersonId: personId,
      values: { changes: changes(languageOf(language)) },
    }),
  );
  if (before) {
    const after = await mailAddressOf(tx, personId);
    mails.push({
      identifier: 'person_data_changed',
      to: after?.email === before.email ? { personId } : { email: before.email, personId },
      language: before.language,
      values: { changes: changes(languageOf(before.language)) },
    });
  }
  await sendSystemMail(app, tx, ...mails);
}

/** Notifies a person of another user's change, if possible. */
export async function tellPerson(app: App, tx: Tx, personId: number, changes: ChangeWords): Promise<void> {
  const address = await mailAddressOf(tx, personId);
  if (!address) return;
  const { language } = address;
  const values = { changes: changes(languageOf(language)) };
  await sendSystemMail(app, tx, { identifier: 'person_data_changed', to: { personId }, language, values });
}

/** Returns active users who manage contacts, otherwise the administrators. */
async function contactManagers(tx: Tx): Promise<{ id: number; language: string }[]> {
  const { rows } = await sql<{ id: number; language: string; manages: boolean }>`
    select id, language, 'contact_manager' = any(roles) as manages from users
    where is_active and roles && '{contact_manager,administrator}' order by id`.execute(tx);
  const managing = rows.filter((row) => row.manages);
  return managing.length ? managing : rows;
}
