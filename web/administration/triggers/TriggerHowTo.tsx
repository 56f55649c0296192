import { Anchor, Code, List, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { textIn } from '#shared/label.ts';
import { localeOf } from '#shared/languages.ts';
import { type TriggerWay, triggerWays } from '#shared/trigger-ways.ts';
import classes from '#web/administration/administration.module.css';
import type { TriggerState } from './queries.ts';

/** Instructions for each way to start a trigger, with its channels, or a note that none supports it yet. */
export function TriggerHowTo({ trigger }: { trigger: TriggerState }) {
  const { t, i18n } = useTranslation('administration');
  const { identifier, smsPin, _id, ways } = trigger;
  const word = identifier.toUpperCase();
  const heardOver = new Map(trigger.listening.map(({ way, channels }) => [way, channels]));
  const named = new Intl.ListFormat(localeOf(i18n.language), { type: 'disjunction' });
  const how: Record<TriggerWay, (channels: string) => string> = {
    sms: (channels) => t(smsPin ? 'trigger.howSmsPin' : 'trigger.howSms', { word, channels }),
    mail: (channels) => t('trigger.howMail', { word, channels }),
    call: (channels) => t('trigger.howCall', { number: _id, channels }),
    post: () => t('trigger.howPost'),
  };
  const shown = (Object.keys(how) as TriggerWay[]).filter((way) => ways.includes(way));
  return (
    <Stack gap="sm" component="section" aria-labelledby="trigger-how">
      <Title order={3} id="trigger-how">
        {t('trigger.how')}
      </Title>
      <List spacing="xs">
        {shown.map((way) => {
          const channels = heardOver.get(way);
          return (
            <List.Item key={way}>
              {channels?.length === 0 ? (
                <>
                  {t('trigger.notYet', { way: textIn(triggerWays[way], i18n.language) })}{' '}
                  <Anchor component={Link} to="/administration/channels">
                    {t('trigger.toChannels')}
                  </Anchor>
                </>
              ) : (
                how[way](named.format((channels ?? []).map((name) => t('trigger.channel', { name }))))
              )}
            </List.Item>
          );
        })}
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
