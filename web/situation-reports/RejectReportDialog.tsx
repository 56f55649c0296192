import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { ReasonDialog } from '#web/messages/ReasonDialog.tsx';
import { RejectSituationReportMutation } from './queries.ts';

type Props = { report: string; onClose: () => void; onRejected: () => void };

/** Asks for the reason with which a situation report goes back to its author. */
export function RejectReportDialog({ report, onClose, onRejected }: Props) {
  const { t } = useTranslation('situationReports');
  const [{ fetching }, reject] = useMutation(RejectSituationReportMutation);
  const submit = async (reason: string) => {
    const { error } = await reject({ id: report, reason });
    onRejected();
    if (!error) onClose();
  };
  return <ReasonDialog title={t('decide.reject')} busy={fetching} onSubmit={submit} onClose={onClose} />;
}
