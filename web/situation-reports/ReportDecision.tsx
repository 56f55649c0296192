import { Alert, Button, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { toast } from '#web/lib/toasts/toast.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { MailDialog } from './MailDialog.tsx';
import { ApproveSituationReportMutation, type SituationReportRow, WithdrawSituationReportMutation } from './queries.ts';
import { RejectReportDialog } from './RejectReportDialog.tsx';
import { useReportRights } from './rights.ts';
import { distributionState, looks } from './status.ts';

type Props = { report: SituationReportRow; onChanged: () => void };

/** The next step of a written report: approve, reject, withdraw or mail. */
export function ReportDecision({ report, onChanged }: Props) {
  const { t } = useTranslation('situationReports');
  const rights = useReportRights(report);
  const [mailing, mail] = useDisclosure(false);
  if (rights.decide) return <Decide report={report} onChanged={onChanged} />;
  if (rights.onlyOthers || rights.withdraw) {
    return (
      <Alert color="yellow" icon={<Icon name="eye" />} title={t('waits')}>
        <Group gap="sm">
          {rights.onlyOthers && t('onlyOthers')}
          {rights.withdraw && <WithdrawButton report={report} onChanged={onChanged} />}
        </Group>
      </Alert>
    );
  }
  if (!rights.mail) return null;
  const state = distributionState(report);
  const tone = looks[state]?.tone;
  const color = tone === 'bad' ? 'red' : tone === 'warning' ? 'yellow' : 'green';
  return (
    <Alert color={color} icon={<Icon name={color === 'green' ? 'checkCircle' : 'mail'} />} title={t(`next.${state}`)}>
      <Button leftSection={<Icon name="mail" />} onClick={mail.open}>
        {t(report.mailSentAt ? 'mail.again' : 'mail.open')}
      </Button>
      {mailing && <MailDialog report={report} onClose={mail.close} onMailed={onChanged} />}
    </Alert>
  );
}

function Decide({ report, onChanged }: Props) {
  const { t } = useTranslation('situationReports');
  const { withdraw } = useReportRights(report);
  const confirm = useConfirm();
  const [rejecting, dialog] = useDisclosure(false);
  const [{ fetching }, approve] = useMutation(ApproveSituationReportMutation);
  const ask = async () => {
    if (!(await confirm({ title: t('ask.approve.title'), text: t('ask.approve.text') }))) return;
    // approves the version displayed at the click, regardless of later changes
    const { error } = await approve({ id: report.id, version: report.version });
    if (!error) toast.success(t('ask.approve.done'));
    onChanged();
  };
  return (
    <Alert color="yellow" icon={<Icon name="eye" />} title={t('decide.title')}>
      <Group gap="sm">
        <Button leftSection={<Icon name="check" />} loading={fetching} onClick={() => void ask()}>
          {t('decide.approve')}
        </Button>
        <Button variant="default" leftSection={<Icon name="close" />} onClick={dialog.open}>
          {t('decide.reject')}
        </Button>
        {withdraw && <WithdrawButton report={report} onChanged={onChanged} />}
      </Group>
      {rejecting && <RejectReportDialog report={report} onClose={dialog.close} onRejected={onChanged} />}
    </Alert>
  );
}

/** Returns a submitted report to draft; nothing is lost, so no confirmation. */
function WithdrawButton({ report, onChanged }: Props) {
  const { t } = useTranslation('situationReports');
  const [{ fetching }, withdraw] = useMutation(WithdrawSituationReportMutation);
  const submit = async () => {
    const { error } = await withdraw({ id: report.id });
    if (!error) toast.success(t('withdrawn'));
    onChanged();
  };
  return (
    <Button variant="default" leftSection={<Icon name="undo" />} loading={fetching} onClick={() => void submit()}>
      {t('withdraw')}
    </Button>
  );
}
