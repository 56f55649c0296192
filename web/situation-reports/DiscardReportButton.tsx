import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { toast } from '#web/lib/toasts/toast.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { DiscardSituationReportMutation, type SituationReportRow } from './queries.ts';

type Props = {
  report: Pick<SituationReportRow, 'id' | 'number'>;
  /** Runs first, so that nothing remains to save; cancels if it fails. */
  before: () => Promise<boolean>;
  /** The displayed version. */
  version: () => number;
  onDiscarded: () => void;
};

/** Discards a draft permanently after a confirmation. */
export function DiscardReportButton({ report, before, version, onDiscarded }: Props) {
  const { t } = useTranslation('situationReports');
  const confirm = useConfirm();
  const [{ fetching }, discard] = useMutation(DiscardSituationReportMutation);
  const ask = async () => {
    if (!(await before())) return;
    const looked = version();
    const { number } = report;
    const question = { title: t('ask.discard.title', { number }), text: t('ask.discard.text'), danger: true };
    if (!(await confirm(question))) return;
    const { error } = await discard({ id: report.id, version: looked });
    if (!error) toast.success(t('ask.discard.done'));
    onDiscarded();
  };
  return (
    <Button
      variant="subtle"
      color="red"
      leftSection={<Icon name="trash" />}
      loading={fetching}
      onClick={() => void ask()}
    >
      {t('discard')}
    </Button>
  );
}
