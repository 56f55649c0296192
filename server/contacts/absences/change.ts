import { appendAudit, filled } from '#server/api/audit/audit.ts';
import type { SignedIn } from '#server/api/viewer/viewer.ts';
import { mailAddressOf } from '#server/channels/system-mails/mail-address.ts';
import { tellAboutChange, tellPerson } from '#server/contacts/notices.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { type Label, textIn } from '#shared/label.ts';
import type { Language } from '#shared/languages.ts';
import { addAbsence, endAbsence, type NewAbsence } from './absences.ts';

/** What mails call an absence that was entered or ended. */
export const absenceName: Label = { de: 'Abwesenheit', en: 'Absence' };

/** Whose absence a user changes: their own, or that of somebody whom they look after. */
export interface Whose {
  personId: number;
  isOwn: boolean;
}

/** Enters that a person cannot be reached; the audit log keeps who said so, and the person is told. */
export function enterAbsence(ctx: SignedIn, { personId, isOwn }: Whose, given: NewAbsence): Promise<void> {
  return inTransaction(ctx.db, async (tx) => {
    const { id, fromAt: from, untilAt: until } = await addAbsence(tx, personId, given);
    await tell(ctx, tx, { personId, isOwn });
    const line = { by: ctx.viewer.id, action: 'create' as const, type: 'Absence', rowId: id, label: `${personId}` };
    await appendAudit(tx, { ...line, after: filled({ person: personId, from, until }) });
  });
}

/** Ends an absence now, as `enterAbsence` enters it; with an owner only one of theirs. Answers whose it was. */
export function finishAbsence(ctx: SignedIn, id: number, owner?: number): Promise<number> {
  return inTransaction(ctx.db, async (tx) => {
    const personId = await endAbsence(tx, id, owner);
    await tell(ctx, tx, { personId, isOwn: owner !== undefined });
    const line = { by: ctx.viewer.id, action: 'remove' as const, type: 'Absence', rowId: id, label: `${personId}` };
    await appendAudit(tx, { ...line, before: { person: personId } });
    return personId;
  });
}

/** Nobody is silenced unnoticed: the person is told, and of what they say themselves those who manage contacts, too. */
async function tell(ctx: SignedIn, tx: Tx, { personId, isOwn }: Whose): Promise<void> {
  const words = (language: Language) => textIn(absenceName, language);
  if (!isOwn) return tellPerson(ctx, tx, personId, words);
  await tellAboutChange(ctx, tx, { personId, before: await mailAddressOf(tx, personId) }, words);
}
