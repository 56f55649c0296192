import { Button } from '@mantine/core';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useUrlState } from '#web/lib/url-state.ts';
import type { ReportDetails } from '#web/reports/queries.ts';
import { useDraftRights } from '#web/reports/rights.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { lazyWithFallback, usePrefetch } from '#web/ui/lazy-with-fallback.tsx';
import { NotLoaded } from '#web/ui/loading/NotLoaded.tsx';

type Group = ReportDetails['answers']['limits'][number]['group'];

const load = async () => (await import('./AlarmMoreDialog.tsx')).AlarmMoreDialog;
const AlarmMoreDialog = lazyWithFallback(load, NotLoaded);

// in the URL, for links
const MORE = 'more';

function useMayAlarmMore(report: ReportDetails): boolean {
  const { isActivation, setChannels, setRecipients, send } = useDraftRights(report);
  return (
    isActivation && setChannels && setRecipients && send && report.event.isRunning && report.answers.goal !== 'over'
  );
}

/** Returns a function that opens the dialog, for `all` or a function's number; null without the right. */
export function useAlarmMoreDialog(report: ReportDetails): ((of: string) => void) | null {
  const [, setOpened] = useUrlState(MORE);
  return useMayAlarmMore(report) ? setOpened : null;
}

export function AlarmMoreButton({ report, group }: { report: ReportDetails; group?: Group }) {
  const { t } = useTranslation('reports');
  const open = useAlarmMoreDialog(report);
  if (!open) return null;
  return (
    <Button
      color="red"
      variant="outline"
      leftSection={<Icon name="alarm" />}
      aria-label={group && t('more.openFor', { name: group.name })}
      onClick={() => open(group ? String(group._id) : 'all')}
    >
      {t('more.open')}
    </Button>
  );
}

/** Alarms more people for a running event. */
export function AlarmMore({ report, onChanged }: { report: ReportDetails; onChanged: () => void }) {
  const [opened, setOpened] = useUrlState(MORE);
  usePrefetch(load);
  if (!useMayAlarmMore(report) || !opened) return null;
  return (
    <Suspense fallback={null}>
      <AlarmMoreDialog {...{ report, onChanged }} of={opened} onOf={setOpened} onClose={() => setOpened('')} />
    </Suspense>
  );
}
