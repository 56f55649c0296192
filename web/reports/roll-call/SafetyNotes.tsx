import { useTranslation } from 'react-i18next';
import { fullName } from '#web/lib/viewer.tsx';
import type { RowNotes } from '#web/reports/live/ReportPerson.tsx';

/** Since when a person needs help, and who recorded it. */
export const SafetyNotes: RowNotes = ({ entry: { answer, needsHelpSince: since }, now }) => {
  const { t } = useTranslation('rollCall');
  const notes = [
    since && t('waitsFor', { count: Math.max(0, Math.floor((now - Date.parse(since)) / 60_000)) }),
    answer?.option && answer.by && t('recordedBy', { name: fullName(answer.by) }),
  ].filter(Boolean);
  return notes.length > 0 && <span>{notes.join(' · ')}</span>;
};
