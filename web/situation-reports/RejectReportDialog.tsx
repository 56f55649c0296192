import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { ReasonDialog } from '#web/messages/ReasonDialog.tsx';
import { RejectSituationReportMutation, type SituationReportRow } from './queries.ts';

type Props = { report: SituationReportRow; onClose: () => void; onRejected: () => void };

/** Asks for the reason why a situation report returns to its author. */
export function RejectReportDialog({ report, onClose, onRejected }: Props) {
  const { t } = useTranslation('situationReports');
  const [{ fetching }, reject] = useMutation(RejectSituationReportMutation);
  const [looked, setLooked] = useState<number | null>(report.version);
  const submit = async (reason: string) => {
    const { error } = await reject({ id: report.id, reason, version: looked ?? report.version });
    onRejected();
    if (!error) return onClose();
    // after a conflict the reason stays; a second press applies it to the new state
    setLooked(null);
  };
  return <ReasonDialog title={t('decide.reject')} busy={fetching} onSubmit={submit} onClose={onClose} />;
}
