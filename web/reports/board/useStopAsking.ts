import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { toast } from '#web/lib/toasts/toast.ts';
import { useViewer } from '#web/lib/viewer.tsx';
import { StopAskingMutation } from '#web/reports/live/queries.ts';
import type { ReportDetails } from '#web/reports/queries.ts';
import { useConfirm } from '#web/ui/confirm.tsx';

/** Returns an action that stops asking further people; null without a reserve. */
export function useStopAsking(
  report: ReportDetails,
  onChanged: () => void,
): { stop: () => void; busy: boolean } | null {
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
    // the head shows the new state
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
  return { stop: () => void ask(), busy: fetching };
}
