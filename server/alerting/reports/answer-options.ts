import {
  areAnswerable,
  defaultAnswerOptions,
  haveOneMeaning,
  type NewAnswerOption,
  rollCallOptions,
} from '#server/alerting/messages/report-rules.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { Refusal } from '#server/platform/errors.ts';

/** Returns the options to store, or the default ones; refuses ambiguous ones. */
export function checkedOptions(options: readonly NewAnswerOption[] | null | undefined): readonly NewAnswerOption[] {
  if (!options) return defaultAnswerOptions;
  if (!areAnswerable(options) || !haveOneMeaning(options))
    throw new Refusal('error_answer_options', { answerOptions: 'error_answer_options' });
  return options.map((option) => ({
    ...option,
    code: option.code.trim(),
    label: option.label.trim(),
    labelEn: option.labelEn?.trim() || null,
  }));
}

/** The question of a report: who comes, or who is safe. */
export type ReportQuestion = 'ARRIVAL' | 'SAFETY';

const usualOptions: Record<ReportQuestion, readonly NewAnswerOption[]> = {
  ARRIVAL: defaultAnswerOptions,
  SAFETY: rollCallOptions,
};

/** Returns the checked options of a change, or the usual ones of its question; null for no change. */
export function changedOptions(change: {
  answerOptions?: readonly NewAnswerOption[] | null | undefined;
  question?: ReportQuestion | null | undefined;
}): readonly NewAnswerOption[] | null {
  if (change.answerOptions) return checkedOptions(change.answerOptions);
  return change.question ? usualOptions[change.question] : null;
}

/** Replaces a report's answer options; only before anything was sent. */
export async function setAnswerOptions(tx: Tx, reportId: number, options: readonly NewAnswerOption[]): Promise<void> {
  await tx.deleteFrom('answerOptions').where('reportId', '=', reportId).execute();
  if (!options.length) return;
  const rows = options.map(({ code, label, labelEn, kind, askMinutes, safety }, sortOrder) => ({
    reportId,
    code,
    label,
    labelEn: labelEn ?? null,
    kind,
    sortOrder,
    askMinutes: askMinutes ?? false,
    safety: safety ?? null,
  }));
  await tx.insertInto('answerOptions').values(rows).execute();
}
