import type { Context } from '#server/context.ts';
import type { Tx } from '#server/database/connect.ts';
import { Refusal } from '#server/errors.ts';
import type { Row } from '#server/graphql/types.ts';
import { mailAddressOf } from '#server/system-mails/mail-address.ts';
import { sendSystemMail } from '#server/system-mails/send.ts';
import { createPersonToken } from './tokens.ts';

/** Tells a person by mail what is stored, with a link to see, correct and withdraw it; refused without an address. */
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
