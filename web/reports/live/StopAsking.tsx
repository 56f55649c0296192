import { Button, Group } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from 'react-toastify/unstyled';
import { useMutation } from 'urql';
import { useViewer } from '#web/lib/viewer.tsx';
import type { ReportDetails } from '#web/reports/queries.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { StopAskingMutation } from './queries.ts';

/** Asks nobody further, after asking; nothing while nobody is in reserve. What has left is not touched. */
export function StopAsking({ report, onChanged }: { report: ReportDetails; onChanged: () => void }) {
  const { t } = useTranslation('reports');
  const { can } = useViewer();
  const confirm = useConfirm();
  const [{ fetching }, stop] = useMutation(StopAskingMutation);
  const { goal, limits, reserve } = report.answers;
  const isWaiting = goal !== 'over' && limits.some(({ state }) => state === 'waiting');
  const [stopped, setStopped] = useState(false);
  useEffect(() => {
    if (!stopped || isWaiting) return;
    setStopped(false);
    // how the alarm stands now is said at its head; the button that had the focus is gone
    document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, [stopped, isWaiting]);
  if (!can('stop_message') || !isWaiting) return null;
  const ask = async () => {
    const text = t('stopAsking.text', { count: reserve });
    if (!(await confirm({ title: t('stopAsking.title'), text, danger: true }))) return;
    const { error } = await stop({ report: report.id });
    if (error) return;
    toast.success(t('stopAsking.done'));
    setStopped(true);
    onChanged();
  };
  return (
    <Group>
      <Button
        variant="default"
        leftSection={<Icon name="stop" size={20} />}
        loading={fetching}
        onClick={() => void ask()}
      >
        {t('stopAsking.open')}
      </Button>
    </Group>
  );
}
