import type { Row } from '#server/api/graphql/types.ts';
import { sendSystemMail } from '#server/channels/system-mails/send.ts';
import type { App } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/database/connect.ts';

/** Mails the result of an upload to its user, once the transaction commits. */
export async function tellResult(app: Pick<App, 'jobs'>, tx: Tx, upload: Row<'uploads'>): Promise<void> {
  if (upload.appliedBy === null) return;
  const user = tx.selectFrom('users').select(['id', 'language']).where('id', '=', upload.appliedBy);
  const { id: to, language } = await user.executeTakeFirstOrThrow();
  const counts = {
    'import.created': String(upload.created),
    'import.updated': String(upload.updated),
    'import.unchanged': String(upload.unchanged),
    'import.failed': String(upload.failed),
  };
  await sendSystemMail(app, tx, {
    identifier: upload.status === 'applied' ? 'import_result' : 'import_failed',
    to,
    language,
    values: { 'file.name': upload.fileName, ...(upload.status === 'applied' ? counts : {}) },
    page: '/administration/csvupload',
  });
}
