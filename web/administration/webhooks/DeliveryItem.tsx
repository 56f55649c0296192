import { Button, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import classes from '#web/administration/administration.module.css';
import { successToast } from '#web/lib/toasts.ts';
import { DateTime } from '#web/ui/DateTime.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import { type DeliveryRow, ReplayWebhookDeliveryMutation } from './queries.ts';
import { useDeliveryText } from './useDeliveryText.ts';
import { useEventText } from './useEventText.ts';

type Props = { row: DeliveryRow; canReplay: boolean; onChange: () => void };

const tones = { delivered: 'good', failed: 'bad', pending: 'active' } as const;
const toneOf = (status: string) => tones[status as keyof typeof tones] ?? 'neutral';

/** One delivery with its result and a button to send it again. */
export function DeliveryItem({ row, canReplay, onChange }: Props) {
  const { t } = useTranslation('webhooks');
  const eventText = useEventText();
  const textOf = useDeliveryText();
  const [{ fetching }, replay] = useMutation(ReplayWebhookDeliveryMutation);
  const what = eventText(row.type);
  const again = async () => {
    const { error } = await replay({ id: row.id });
    if (!error) successToast(t('replayed'));
    onChange();
  };
  return (
    <li className={classes['entry']}>
      <Group justify="space-between" gap="md" align="flex-start">
        <Stack gap={4} miw={0} flex="1 1 240px">
          <Group gap="sm">
            <Text fw={600}>{what}</Text>
            <StatusBadge tone={toneOf(row.status)}>{t(`delivery.${row.status}`)}</StatusBadge>
          </Group>
          <Text fz="sm" c="gray.7">
            <DateTime value={row.insertedAt} /> · {t('attempts', { count: row.attempts })}
          </Text>
          <Text fz="sm" className={classes['address']}>
            {textOf(row)}
          </Text>
          {row.isWithheld && (
            <Text fz="sm" c="gray.7">
              {t('withheld')}
            </Text>
          )}
          {row.error && row.response && (
            <Text fz="sm" c="gray.7" className={classes['address']}>
              {t('response')} {row.response}
            </Text>
          )}
          {row.status === 'pending' && row.attempts > 0 && row.nextTryAt && (
            <Text fz="sm" c="gray.7">
              {t('nextTry')} <DateTime value={row.nextTryAt} />
            </Text>
          )}
        </Stack>
        {canReplay && row.type !== 'system.test' && (
          <Button
            variant="default"
            leftSection={<Icon name="refresh" />}
            loading={fetching}
            onClick={() => void again()}
            aria-label={t('replayNamed', { what })}
          >
            {t(row.status === 'pending' ? 'replayNow' : 'replay')}
          </Button>
        )}
      </Group>
    </li>
  );
}
