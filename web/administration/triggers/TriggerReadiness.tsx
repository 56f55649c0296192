import { Alert } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { textIn } from '#shared/label.ts';
import { type TriggerWay, triggerWays } from '#shared/trigger-ways.ts';
import { apiMessage } from '#web/lib/i18n.ts';
import { Icon } from '#web/ui/Icon.tsx';
import type { TriggerState } from './queries.ts';

/** Whether the trigger would start now, its recipients, and its broken references. */
export function TriggerReadiness({ trigger }: { trigger: TriggerState }) {
  const { t, i18n } = useTranslation('administration');
  const { people, channels, troubled, uncovered, staysInside, blockers } = trigger.readiness;
  if (!trigger.isActive) return <Alert color="yellow">{t('trigger.inactive')}</Alert>;
  if (blockers.length) {
    return (
      <Alert color="red" icon={<Icon name="crossCircle" />} title={t('trigger.blocked')}>
        {blockers.map((key) => apiMessage(key)).join(' ')}
      </Alert>
    );
  }
  const named = (ways: readonly TriggerWay[]) => ways.map((way) => textIn(triggerWays[way], i18n.language)).join(', ');
  const unheard = unheardWays(trigger);
  const locked = waysWithoutPin(trigger);
  const closed = [
    unheard.length > 0 && t('trigger.unheard', { ways: named(unheard) }),
    locked.length > 0 && t('trigger.needsPin', { ways: named(locked) }),
  ].filter(Boolean);
  const doubts = [
    staysInside && t('trigger.staysInside'),
    troubled.length > 0 && t('trigger.troubled', { channels: troubled.join(', ') }),
    uncovered.length > 0 && t('trigger.uncovered', { groups: uncovered.join(', ') }),
    ...closed,
  ].filter(Boolean);
  if (new Set([...unheard, ...locked]).size === trigger.ways.length) {
    return (
      <Alert color="red" icon={<Icon name="crossCircle" />} title={t('trigger.noWay')}>
        {closed.join(' ')}
      </Alert>
    );
  }
  return (
    <Alert color={doubts.length ? 'yellow' : 'green'} icon={<Icon name={doubts.length ? 'info' : 'checkCircle'} />}>
      {[t('trigger.ready', { count: people, channels: channels.join(', ') }), ...doubts].join(' ')}
    </Alert>
  );
}

/** Returns the ways that currently have no receiving channel. */
const unheardWays = ({ listening }: TriggerState): TriggerWay[] =>
  listening.flatMap(({ way, channels }) => (channels.length ? [] : [way as TriggerWay]));

/** Returns the ways that need a PIN, if none is set. */
const waysWithoutPin = ({ ways, smsPin, hasPin }: TriggerState): TriggerWay[] =>
  hasPin ? [] : (ways as TriggerWay[]).filter((way) => way !== 'post' && (way !== 'sms' || smsPin));
