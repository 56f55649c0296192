import { appendAudit, filled } from '#server/api/audit/audit.ts';
import type { SignedIn } from '#server/api/viewer/viewer.ts';
import { mailAddressOf } from '#server/channels/system-mails/mail-address.ts';
import { tellAboutChange, tellPerson } from '#server/contacts/notices.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { type Label, textIn } from '#shared/label.ts';
import type { Language } from '#shared/languages.ts';
import { addAbsence, endAbsence, type NewAbsence } from './absences.ts';

/** The name of absences in mails. */
export const absenceName: Label = { de: 'Abwesenheit', en: 'Absence' };

/** Whether it is the user's own. */
export interface Whose {
  personId: number;
  isOwn: boolean;
}

/** Enters an absence, records it in the audit log, and notifies the person. */
export function enterAbsence(ctx: SignedIn, { personId, isOwn }: Whose, given: NewAbsence): Promise<void> {
  return inTransaction(ctx.db, async (tx) => {
    const { id, fromAt: from, untilAt: until } = await addAbsence(tx, personId, given);
    await tell(ctx, tx, { personId, isOwn });
    const line = { by: ctx.viewer.id, action: 'create' as const, type: 'Absence', rowId: id, label: `${personId}` };
    await appendAudit(tx, { ...line, after: filled({ person: personId, from, until }) });
  });
}

/** Ends an absence now; with an owner only one of theirs. */
export function finishAbsence(ctx: SignedIn, id: number, owner?: number): Promise<number> {
  return inTransaction(ctx.db, async (tx) => {
    const personId = await endAbsence(tx, id, owner);
    await tell(ctx, tx, { personId, isOwn: owner !== undefined });
    const line = { by: ctx.viewer.id, action: 'remove' as const, type: 'Absence', rowId: id, label: `${personId}` };
    await appendAudit(tx, { ...line, before: { person: personId } });
    return personId;
  });
}

/** Notifies the person, and managers of contacts about a person's own entry, so that no one is silenced unnoticed. */
async function tell(ctx: SignedIn, tx: Tx, { personId, isOwn }: Whose): Promise<void> {
  const words = (language: Language) => textIn(absenceName, language);
  if (!isOwn) return tellPerson(ctx, tx, personId, words);
  await tellAboutChange(ctx, tx, { personId, before: await mailAddressOf(tx, personId) }, words);
}
