import { Button, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { useProblemText } from '#web/messages/ReasonText.tsx';
import type { StatusLook } from '#web/messages/status.ts';
import { Panel } from '#web/ui/Panel.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import classes from './OwnChannelTest.module.css';
import { TestOwnChannelsMutation } from './queries.ts';

const looks: Record<'handed_over' | 'failed' | 'no_address', StatusLook> = {
  handed_over: { tone: 'good', icon: 'checkCircle' },
  failed: { tone: 'bad', icon: 'crossCircle' },
  no_address: { tone: 'neutral', icon: 'minus' },
};

/** Sends the user a test message over every channel and shows each result. */
export function OwnChannelTest() {
  const { t } = useTranslation(['auth', 'messages']);
  const problem = useProblemText();
  const [{ data, fetching }, send] = useMutation(TestOwnChannelsMutation);
  const results = fetching ? undefined : data?.testOwnChannels;
  return (
    <Panel title={t('ownTest.title')}>
      <Stack gap="md" align="flex-start">
        <Text>{t('ownTest.text')}</Text>
        <Button variant="default" loading={fetching} onClick={() => void send({})}>
          {t('ownTest.send')}
        </Button>
        <div role="status" className={classes['status']}>
          {results?.length === 0 && <Text>{t('ownTest.noChannel')}</Text>}
          {results && (
            <ul className={classes['results']}>
              {results.map(({ channel, outcome, reason }) => (
                <li key={channel}>
                  <strong>{channel}</strong>
                  <StatusBadge {...looks[outcome]}>{t(`ownTest.outcome.${outcome}`)}</StatusBadge>
                  {reason && (
                    <Text fz="sm" className={classes['reason'] ?? ''}>
                      {t('messages:reasonOther', { reason: problem(reason) })}
                    </Text>
                  )}
                </li>
              ))}
            </ul>
          )}
        </div>
      </Stack>
    </Panel>
  );
}
