import { areAnswerable, defaultAnswerOptions, type NewAnswerOption } from '#server/alerting/messages/report-rules.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { Refusal } from '#server/platform/errors.ts';

/** Returns the options to store, or the default ones; refuses ambiguous ones. */
export function checkedOptions(options: readonly NewAnswerOption[] | null | undefined): readonly NewAnswerOption[] {
  if (!options) return defaultAnswerOptions;
  if (!areAnswerable(options)) throw new Refusal('error_answer_options', { answerOptions: 'error_answer_options' });
  return options.map((option) => ({
    ...option,
    code: option.code.trim(),
    label: option.label.trim(),
    labelEn: option.labelEn?.trim() || null,
  }));
}

/** Replaces a report's answer options; only before anything was sent. */
export async function setAnswerOptions(tx: Tx, reportId: number, options: readonly NewAnswerOption[]): Promise<void> {
  await tx.deleteFrom('answerOptions').where('reportId', '=', reportId).execute();
  if (!options.length) return;
  const rows = options.map(({ code, label, labelEn, kind, askMinutes }, sortOrder) => ({
    reportId,
    code,
    label,
    labelEn: labelEn ?? null,
    kind,
    sortOrder,
    askMinutes: askMinutes ?? false,
  }));
  await tx.insertInto('answerOptions').values(rows).execute();
}
