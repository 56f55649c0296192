import { Anchor, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useMutation } from 'urql';
import { useLive } from '#web/lib/live.ts';
import { toast } from '#web/lib/toasts/toast.ts';
import { UndoBanner } from '#web/messages/UndoBanner.tsx';
import { type ReportDetails, ReportStirred, SetStandDownMutation } from '#web/reports/queries.ts';
import { useDraftRights } from '#web/reports/rights.ts';
import { Icon } from '#web/ui/Icon.tsx';

type Props = { report: ReportDetails; onChanged: () => void };

/** Counts down to the notice for people who aren't needed. */
export function StandDownBanner({ report, onChanged }: Props) {
  const { t } = useTranslation('reports');
  const { editText } = useDraftRights(report);
  const [{ fetching }, set] = useMutation(SetStandDownMutation);
  const { at, people } = report.standDown;
  if (!at) return null;
  const undo = async () => {
    const { error } = await set({ report: report.id, on: false });
    if (error) return;
    toast.success(t('standDown.undone'));
    onChanged();
  };
  const say = (seconds: number) => t('standDown.leaves', { count: people, time: timeLeft(seconds) });
  return <UndoBanner releaseAt={at} onUndo={editText ? () => void undo() : undefined} busy={fetching} say={say} />;
}

// the time to cancel may be minutes
const timeLeft = (seconds: number): string =>
  seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} min`;

/** Shows how many people got the notice that they aren't needed. */
export function StandDownTold({ report, onChanged }: Props) {
  const { t } = useTranslation('reports');
  const { told, reached, notice } = report.standDown;
  useLive(ReportStirred, { id: notice?.id ?? '' }, onChanged, { pause: !notice });
  if (!notice) return null;
  return (
    <Text role="status">
      <Icon name="message" size={18} /> {t('standDown.told', { count: told, reached })}{' '}
      <Anchor component={Link} to={`/event/${report.event._id}/report/${notice._id}`} inherit>
        {t('standDown.open')}
      </Anchor>
    </Text>
  );
}
