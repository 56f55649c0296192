import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { ReasonDialog } from '#web/messages/ReasonDialog.tsx';
import { RejectSituationReportMutation, type SituationReportRow } from './queries.ts';

type Props = { report: SituationReportRow; onClose: () => void; onRejected: () => void };

/** Asks for the reason with which a situation report goes back to its author. */
export function RejectReportDialog({ report, onClose, onRejected }: Props) {
  const { t } = useTranslation('situationReports');
  const [{ fetching }, reject] = useMutation(RejectSituationReportMutation);
  const [looked, setLooked] = useState<number | null>(report.version);
  const submit = async (reason: string) => {
    const { error } = await reject({ id: report.id, reason, version: looked ?? report.version });
    onRejected();
    if (!error) return onClose();
    // told of the new state, and the reason is not lost: pressed again it is meant for what stands there now
    setLooked(null);
  };
  return <ReasonDialog title={t('decide.reject')} busy={fetching} onSubmit={submit} onClose={onClose} />;
}
