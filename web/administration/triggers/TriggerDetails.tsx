import { Alert, Button, Code, List, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { textIn } from '#shared/label.ts';
import { type TriggerWay, triggerWays } from '#shared/trigger-ways.ts';
import classes from '#web/administration/administration.module.css';
import type { EntityRow } from '#web/fields/frame.ts';
import { useData } from '#web/lib/data.ts';
import { apiMessage } from '#web/lib/i18n.ts';
import { useSystemLive } from '#web/lib/system.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { QueryView } from '#web/ui/states.tsx';
import { type TriggerState, TriggerStateQuery, UnlockTriggerMutation } from './queries.ts';
import { TriggerCalls } from './TriggerCalls.tsx';
import { TriggerPin } from './TriggerPin.tsx';

/** Below a trigger's form: whether it would start, its PIN, how it is started, and who did. */
export function TriggerDetails({ row }: { row: EntityRow }) {
  const state = useData(TriggerStateQuery, { id: row.id });
  useSystemLive(state.refetch);
  return (
    <QueryView state={state}>
      {({ trigger }) =>
        trigger && (
          <Stack gap="lg">
            <Locks trigger={trigger} onUnlocked={state.refetch} />
            <Readiness trigger={trigger} />
            <TriggerPin trigger={trigger} onSet={state.refetch} />
            <HowTo trigger={trigger} />
            <TriggerCalls calls={trigger.calls} />
          </Stack>
        )
      }
    </QueryView>
  );
}

function Locks({ trigger, onUnlocked }: { trigger: TriggerState; onUnlocked: () => void }) {
  const { t, i18n } = useTranslation('administration');
  const [{ fetching }, unlock] = useMutation(UnlockTriggerMutation);
  return trigger.locks.map((way) => (
    <Alert
      key={way}
      color="red"
      icon={<Icon name="lock" />}
      title={t('trigger.locked', { way: textIn(triggerWays[way as TriggerWay], i18n.language) })}
    >
      <Stack gap="sm" align="flex-start">
        {t('trigger.lockedText')}
        <Button
          variant="default"
          loading={fetching}
          onClick={async () => {
            await unlock({ id: trigger.id, way });
            onUnlocked();
          }}
        >
          {t('trigger.unlock')}
        </Button>
      </Stack>
    </Alert>
  ));
}

function Readiness({ trigger: { readiness, isActive } }: { trigger: TriggerState }) {
  const { t } = useTranslation('administration');
  const { people, channels, troubled, uncovered, blockers } = readiness;
  const isDoubtful = troubled.length > 0 || uncovered.length > 0;
  if (!isActive) return <Alert color="yellow">{t('trigger.inactive')}</Alert>;
  if (blockers.length) {
    return (
      <Alert color="red" icon={<Icon name="crossCircle" />} title={t('trigger.blocked')}>
        {blockers.map((key) => apiMessage(key)).join(' ')}
      </Alert>
    );
  }
  return (
    <Alert color={isDoubtful ? 'yellow' : 'green'} icon={<Icon name={isDoubtful ? 'info' : 'checkCircle'} />}>
      {t('trigger.ready', { count: people, channels: channels.join(', ') })}
      {troubled.length > 0 && ` ${t('trigger.troubled', { channels: troubled.join(', ') })}`}
      {uncovered.length > 0 && ` ${t('trigger.uncovered', { groups: uncovered.join(', ') })}`}
    </Alert>
  );
}

function HowTo({ trigger }: { trigger: TriggerState }) {
  const { t } = useTranslation('administration');
  const { identifier, smsPin, _id, ways } = trigger;
  const word = identifier.toUpperCase();
  const how: Record<TriggerWay, string> = {
    sms: t(smsPin ? 'trigger.howSmsPin' : 'trigger.howSms', { word }),
    mail: t('trigger.howMail', { word }),
    call: t('trigger.howCall', { number: _id }),
    post: t('trigger.howPost'),
  };
  const shown = (Object.keys(how) as TriggerWay[]).filter((way) => ways.includes(way));
  return (
    <Stack gap="sm" component="section" aria-labelledby="trigger-how">
      <Title order={3} id="trigger-how">
        {t('trigger.how')}
      </Title>
      <List spacing="xs">
        {shown.map((way) => (
          <List.Item key={way}>{how[way]}</List.Item>
        ))}
      </List>
      {ways.includes('post') && (
        <Code block className={classes['secret']}>
          {`POST ${location.origin}/api/triggers\n${JSON.stringify({ trigger: identifier, id: 'BMA-2031-07' })}`}
        </Code>
      )}
      <Text c="gray.6">{t('trigger.rehearse')}</Text>
    </Stack>
  );
}
