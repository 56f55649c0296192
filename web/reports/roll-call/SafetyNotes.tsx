import { useTranslation } from 'react-i18next';
import { fullName } from '#web/lib/viewer.tsx';
import type { ReportPersonRow } from '#web/reports/queries.ts';

type Props = { answer: NonNullable<ReportPersonRow['answer']>; since: string | null; now: number };

/** For how long a person has needed help, and who recorded the answer. */
export function SafetyNotes({ answer, since, now }: Props) {
  const { t } = useTranslation('rollCall');
  const notes = [
    since && t('waitsFor', { count: Math.max(0, Math.floor((now - Date.parse(since)) / 60_000)) }),
    answer.by && t('recordedBy', { name: fullName(answer.by) }),
  ];
  return <span>{notes.filter(Boolean).join(' · ')}</span>;
}
