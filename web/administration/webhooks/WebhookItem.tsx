import { Button, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from '#web/administration/administration.module.css';
import { ActionMenu } from '#web/contacts/ActionMenu.tsx';
import { DateTime } from '#web/ui/DateTime.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import type { WebhookRow } from './queries.ts';
import { useEventText } from './useEventText.ts';
import { useWebhookVerbs } from './useWebhookVerbs.ts';

type Props = {
  row: WebhookRow;
  onEdit: () => void;
  onLook: () => void;
  onChange: (secret?: string) => void;
};

type State = 'gone' | 'failing' | 'off' | 'refused' | 'on';

function stateOf({ isActive, disabledReason, failingSince }: WebhookRow): State {
  if (!isActive) return disabledReason === 'gone' || disabledReason === 'failing' ? disabledReason : 'off';
  return failingSince ? 'refused' : 'on';
}

const tones = { gone: 'bad', failing: 'bad', off: 'neutral', refused: 'warning', on: 'good' } as const;

/** One webhook of the list, with its actions. */
export function WebhookItem({ row, onEdit, onLook, onChange }: Props) {
  const { t } = useTranslation(['webhooks', 'common']);
  const eventText = useEventText();
  const verbs = useWebhookVerbs(row, onChange);
  const state = stateOf(row);
  const { name } = row;
  return (
    <li className={classes['entry']}>
      <Stack gap="sm">
        <Group gap="sm">
          <Text fw={650} className={classes['address']}>
            {name}
          </Text>
          <StatusBadge tone={tones[state]}>{t(`state.${state}`)}</StatusBadge>
        </Group>
        <Text fz="sm" className={classes['address']}>
          {row.url}
        </Text>
        <Text fz="sm" c="gray.7">
          {row.eventTypes.map(eventText).join(', ')}
        </Text>
        {state !== 'on' && state !== 'off' && (
          <Text fz="sm" c="red.9">
            {t(`trouble.${state}`)} {row.failingSince && <DateTime value={row.failingSince} />}
          </Text>
        )}
        <Text fz="sm" c="gray.7">
          {row.lastDelivery ? (
            <>
              {t(`last.${row.lastDelivery.status}`)} <DateTime value={row.lastDelivery.insertedAt} show="relative" />
            </>
          ) : (
            t('last.none')
          )}
          {row.previousSecretUntil && (
            <>
              {' · '}
              {t('bothSecrets')} <DateTime value={row.previousSecretUntil} />
            </>
          )}
        </Text>
        <Group gap="sm">
          <Button
            variant="default"
            leftSection={<Icon name="send" />}
            loading={verbs.testing}
            onClick={() => void verbs.test()}
            aria-label={t('testNamed', { name })}
          >
            {t('test')}
          </Button>
          <Button
            variant="default"
            leftSection={<Icon name="log" />}
            onClick={onLook}
            aria-label={t('deliveriesNamed', { name })}
          >
            {t('deliveries')}
          </Button>
          <ActionMenu
            label={t('more', { name })}
            variant="default"
            actions={[
              { label: t('common:edit'), icon: 'edit', run: onEdit },
              row.isActive
                ? { label: t('switchOff'), icon: 'pause', run: () => void verbs.switchTo(false) }
                : { label: t('switchOn'), icon: 'play', run: () => void verbs.switchTo(true) },
              { label: t('rotate'), icon: 'key', run: () => void verbs.rotate() },
              { label: t('common:delete'), icon: 'trash', danger: true, run: () => void verbs.remove() },
            ]}
          />
        </Group>
      </Stack>
    </li>
  );
}
