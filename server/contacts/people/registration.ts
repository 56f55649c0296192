import type { Row } from '#server/api/graphql/types.ts';
import { mailAddressOf } from '#server/channels/system-mails/mail-address.ts';
import { sendSystemMail } from '#server/channels/system-mails/send.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { Refusal } from '#server/platform/errors.ts';
import { createPersonToken } from './tokens.ts';

/** Mails a person the link to their data; refused without an address. */
export async function sendRegistration(
  ctx: Pick<Context, 'jobs' | 'secrets'>,
  tx: Tx,
  person: Row<'people'>,
): Promise<Row<'people'>> {
  const address = await mailAddressOf(tx, person.id);
  if (!address) {
    throw new Refusal('error_person_no_email', { sendRegistrationMail: 'error_person_no_email' });
  }
  const personTokenId = await createPersonToken(ctx, tx, person.id);
  await sendSystemMail(ctx, tx, {
    identifier: 'person_registration',
    to: { personId: person.id },
    language: address.language,
    personTokenId,
  });
  return tx
    .updateTable('people')
    .set({ isEmailSent: true, sendRegistrationMail: false })
    .where('id', '=', person.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
