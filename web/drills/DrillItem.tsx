import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useMutation } from 'urql';
import { formatDate } from '#web/lib/format.ts';
import { successToast } from '#web/lib/toasts.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import { CancelDrillMutation, type OwnDrill } from './queries.ts';
import { weekdayNames } from './weekdays.ts';

const tones = { planned: 'neutral', running: 'warning', done: 'good', dropped: 'neutral' } as const;

/** A drill of the signed-in user, which can be cancelled. */
export function DrillItem({ drill, onChange }: { drill: OwnDrill; onChange: () => void }) {
  const { t } = useTranslation('drills');
  const confirm = useConfirm();
  const [{ fetching }, cancel] = useMutation(CancelDrillMutation);
  const { id, plan, event } = drill;
  const state = (Object.keys(tones) as (keyof typeof tones)[]).find((one) => one === drill.state) ?? 'done';
  const name = plan?.eventType?.name ?? '';
  const verb = state === 'running' ? 'end' : 'cancel';
  const ask = async () => {
    if (!(await confirm({ title: t(`${verb}Title`, { name }), danger: true }))) return;
    const { error } = await cancel({ id });
    if (!error && verb === 'cancel') successToast(t('cancelled'));
    onChange();
  };
  return (
    <Group justify="space-between" align="flex-start" gap="md">
      <Stack gap={4} miw={0} flex="1 1 260px">
        <Group gap="sm">
          <Text fw={650}>{name}</Text>
          <StatusBadge tone={tones[state]}>{t(`state.${state}`)}</StatusBadge>
        </Group>
        <Text fz="sm" c="gray.7">
          {plan ? <Window plan={plan} /> : t('unreadable')}
        </Text>
        {event && (
          <Anchor component={Link} to={`/event/${event._id}`}>
            {t('openEvent')}
          </Anchor>
        )}
      </Stack>
      {(state === 'planned' || state === 'running') && (
        <Button
          variant="default"
          leftSection={<Icon name="stop" />}
          loading={fetching}
          onClick={() => void ask()}
          aria-label={`${t(verb)}: ${name}`}
        >
          {t(verb)}
        </Button>
      )}
    </Group>
  );
}

function Window({ plan }: { plan: NonNullable<OwnDrill['plan']> }) {
  const { t, i18n } = useTranslation('drills');
  const names = weekdayNames(i18n.language, 'short');
  const { fromDay, untilDay, weekdays, fromTime, untilTime, minutes } = plan;
  return t('window', {
    from: formatDate(fromDay, 'UTC'),
    until: formatDate(untilDay, 'UTC'),
    days: weekdays.map((day) => names[day - 1]).join(', '),
    ...{ fromTime, untilTime, minutes },
  });
}
