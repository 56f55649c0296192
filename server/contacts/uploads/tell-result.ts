import type { App } from '#server/context.ts';
import type { Tx } from '#server/database/connect.ts';
import type { Row } from '#server/graphql/types.ts';
import { sendSystemMail } from '#server/system-mails/send.ts';

/** Mails whoever applied an upload what became of it, once the transaction commits. */
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
