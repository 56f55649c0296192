import { mailAddressOf } from '#server/channels/system-mails/mail-address.ts';
import { addAbsence, endAbsence } from '#server/contacts/absences/absences.ts';
import { absenceName } from '#server/contacts/absences/change.ts';
import { tellAboutChange } from '#server/contacts/notices.ts';
import type { App } from '#server/platform/context.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { Refusal } from '#server/platform/errors.ts';
import { textIn } from '#shared/label.ts';
import type { Language } from '#shared/languages.ts';
import type { RefusalKey } from '#shared/refusals.ts';
import { fromLocalInput } from '#shared/zoned.ts';
import { absenceTexts } from './absence-texts.ts';
import type { AbsenceAction } from './absence-view.ts';
import type { DeviceActionResult } from './device-actions.ts';

const actions: readonly string[] = ['absence-add', 'absence-end'] satisfies AbsenceAction[];

/** Returns whether a form's action concerns absences. */
export const isAbsenceAction = (action: string): action is AbsenceAction => actions.includes(action);

const faults: Partial<Record<RefusalKey, 'over' | 'full'>> = {
  error_absence_over: 'over',
  error_absences_full: 'full',
};

interface AbsenceRequest {
  personId: number;
  language: Language;
  timeZone: string;
  form: URLSearchParams;
}

/** Enters or ends an absence; notifies managers and the person, in case the link was stolen. */
export async function actOnAbsence(
  app: App,
  action: AbsenceAction,
  asked: AbsenceRequest,
): Promise<DeviceActionResult> {
  const { personId } = asked;
  const texts = textIn(absenceTexts, asked.language);
  try {
    await inTransaction(app.db, async (tx) => {
      if (action === 'absence-add') await addAbsence(tx, personId, enteredIn(asked));
      else await endAbsence(tx, numberIn(asked.form), personId);
      const before = await mailAddressOf(tx, personId);
      await tellAboutChange(app, tx, { personId, before }, (language) => textIn(absenceName, language));
    });
  } catch (error) {
    const fault = error instanceof Refusal ? faults[error.key] : undefined;
    if (!fault) throw error;
    return { text: texts[fault], isFault: true };
  }
  app.log.info({ event: 'own_data_action', person: personId, action });
  return { text: action === 'absence-add' ? texts.added : texts.ended, isFault: false };
}

/** Distinguishes an unreadable end from an open one. */
function enteredIn({ form, timeZone }: AbsenceRequest) {
  const moment = (name: string) => {
    const text = (form.get(name) ?? '').slice(0, 16);
    const read = fromLocalInput(text, timeZone);
    if (text && !read) throw new Refusal('error_absence_over');
    return read ? new Date(read) : null;
  };
  return { from: moment('from'), until: moment('until'), remark: form.get('remark') };
}

const numberIn = (form: URLSearchParams): number => {
  const text = form.get('absence') ?? '';
  return /^\d{1,9}$/.test(text) ? Number(text) : 0;
};
