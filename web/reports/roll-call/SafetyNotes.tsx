import { useTranslation } from 'react-i18next';
import { fullName } from '#web/lib/viewer.tsx';
import type { ReportPersonRow } from '#web/reports/queries.ts';

type Props = { answer: NonNullable<ReportPersonRow['answer']>; now: number };

/** For how long a person has needed help, and who recorded the answer. */
export function SafetyNotes({ answer, now }: Props) {
  const { t } = useTranslation('rollCall');
  const minutes = Math.max(0, Math.floor((now - Date.parse(answer.at)) / 60_000));
  const notes = [
    answer.option?.safety === 'NEEDS_HELP' && t('waitsFor', { count: minutes }),
    answer.by && t('recordedBy', { name: fullName(answer.by) }),
  ];
  return <span>{notes.filter(Boolean).join(' · ')}</span>;
}
