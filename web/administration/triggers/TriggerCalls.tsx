import { Anchor, List, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { textIn } from '#shared/label.ts';
import { type TriggerWay, triggerWays } from '#shared/trigger-ways.ts';
import { apiMessage } from '#web/lib/i18n.ts';
import { DateTime } from '#web/ui/DateTime.tsx';
import type { TriggerState } from './queries.ts';

/** Recent attempts to start a trigger, with their results. */
export function TriggerCalls({ calls }: Pick<TriggerState, 'calls'>) {
  const { t } = useTranslation('administration');
  return (
    <Stack gap="sm" component="section" aria-labelledby="trigger-calls">
      <Title order={3} id="trigger-calls">
        {t('trigger.calls')}
      </Title>
      {calls.length === 0 && <Text c="gray.6">{t('trigger.noCalls')}</Text>}
      <List listStyleType="none" spacing="sm">
        {calls.map((call) => (
          <List.Item key={call._id}>
            <CallLine call={call} />
          </List.Item>
        ))}
      </List>
    </Stack>
  );
}

function CallLine({ call }: { call: TriggerState['calls'][number] }) {
  const { t, i18n } = useTranslation('administration');
  const { at, way, caller, user, outcome, reason, exercise, event } = call;
  const who = [user && `${user.firstName} ${user.lastName}`, caller].filter(Boolean).join(', ');
  return (
    <>
      <Text fw={500}>
        {exercise && `${t('trigger.exercise')}: `}
        {t(`trigger.outcome.${outcome}`)}
        {reason && `: ${apiMessage(reason)}`}
      </Text>
      <Text c="gray.6" size="sm">
        <DateTime value={at} /> · {textIn(triggerWays[way as TriggerWay], i18n.language)}
        {who && ` · ${who}`}
        {event && (
          <>
            {' · '}
            <Anchor component={Link} to={`/event/${event._id}`} size="sm">
              {event.name}
            </Anchor>
          </>
        )}
      </Text>
    </>
  );
}
