import {
  areAnswerable,
  defaultAnswerOptions,
  haveOneMeaning,
  type NewAnswerOption,
  rollCallOptions,
  type Safety,
} from '#server/alerting/messages/report-rules.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { Refusal } from '#server/platform/errors.ts';

const refusal = () => new Refusal('error_answer_options', { answerOptions: 'error_answer_options' });

/** Returns the options to store, or the default ones; refuses ambiguous ones. */
export function checkedOptions(options: readonly NewAnswerOption[] | null | undefined): readonly NewAnswerOption[] {
  if (!options) return defaultAnswerOptions;
  if (!areAnswerable(options) || !haveOneMeaning(options)) throw refusal();
  return options.map((option) => ({
    ...option,
    code: option.code.trim(),
    label: option.label.trim(),
    labelEn: option.labelEn?.trim() || null,
  }));
}

/** Who comes, or who is safe. */
export type ReportQuestion = 'ARRIVAL' | 'SAFETY';

const usualOptions: Record<ReportQuestion, readonly NewAnswerOption[]> = {
  ARRIVAL: defaultAnswerOptions,
  SAFETY: rollCallOptions,
};

/** Returns a change's options, or the usual ones of its question; null for no change. */
export function changedOptions(change: {
  answerOptions?: readonly NewAnswerOption[] | null | undefined;
  question?: ReportQuestion | null | undefined;
}): readonly NewAnswerOption[] | null {
  if (change.answerOptions) return checkedOptions(change.answerOptions);
  return change.question ? usualOptions[change.question] : null;
}

/**
 * Keeps a roll call's meanings for programs without `safety`, which would silently turn it into a question who comes.
 */
export async function keepMeanings(
  tx: Tx,
  reportId: number,
  options: readonly NewAnswerOption[],
): Promise<readonly NewAnswerOption[]> {
  if (options.some(({ safety }) => safety !== undefined)) return options;
  const rows = await tx
    .selectFrom('answerOptions')
    .select(['code', 'safety'])
    .where('reportId', '=', reportId)
    .where('safety', 'is not', null)
    .execute();
  const meanings = new Map(rows.map(({ code, safety }) => [code.toLowerCase(), safety as Safety]));
  const kept = options.map((option) => ({ ...option, safety: meanings.get(option.code.toLowerCase()) }));
  if (!haveOneMeaning(kept)) throw refusal();
  return kept;
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
