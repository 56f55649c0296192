import { Button, Group, Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { checkConnection } from '#web/lib/connection.ts';
import { useData } from '#web/lib/data.ts';
import type { ResultOf } from '#web/lib/gql.ts';
import { successToast } from '#web/lib/toasts.ts';
import { DateTime } from '#web/ui/DateTime.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import classes from './HoldDialog.module.css';
import { HoldQuery, ReleaseInstallationMutation } from './queries.ts';

const HOUR = 3_600_000;
const choices = ['hour', 'day', 'none', 'all'] as const;
type Choice = (typeof choices)[number];
type Held = ResultOf<typeof HoldQuery>['heldMessages'][number];

const discardBefore = (choice: Choice): string | null => {
  const age = { hour: HOUR, day: 24 * HOUR, none: 0, all: null }[choice];
  return age === null ? null : new Date(Date.now() - age).toISOString();
};

/**
 * Lets an owner confirm that this is the real installation, with the numbers of messages that leave and that are too
 * old.
 */
export function HoldDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('administration');
  const { t: common } = useTranslation();
  const { data } = useData(HoldQuery, {});
  const [choice, setChoice] = useState<Choice>('hour');
  const [{ fetching }, release] = useMutation(ReleaseInstallationMutation);
  const hold = data?.installationHold;
  const messages = data?.heldMessages ?? [];
  const before = discardBefore(choice);
  const isDiscarded = ({ at }: Held) => before !== null && at < before;
  const discarded = messages.filter(isDiscarded).length;
  const confirm = async () => {
    const { error } = await release({ discardBefore: before });
    if (error) return;
    successToast(t('hold.done'));
    void checkConnection();
    onClose();
  };
  return (
    <Dialog title={t('hold.title')} onClose={onClose}>
      <Stack gap="md">
        {hold && <Text>{t(`hold.why.${hold.why}`)}</Text>}
        {hold?.asOf && (
          <Text>
            {t('hold.asOf')} <DateTime value={hold.asOf} /> (
            <DateTime value={hold.asOf} show="relative" />)
          </Text>
        )}
        {hold?.newerLifeAt && data?.doneSinceCut && (
          <SinceCut since={hold.newerLifeAt} asOf={hold.newerLifeAsOf} done={data.doneSinceCut} />
        )}
        <Text>{t('hold.no')}</Text>
        <Text>{t('hold.yes')}</Text>
        {data && !messages.length && <Text>{t('hold.none')}</Text>}
        {messages.length > 0 && (
          <>
            <Text fw={600}>{t('hold.waiting')}</Text>
            <ul className={classes['messages']}>
              {messages.map((message) => (
                <li key={message.id} data-discarded={isDiscarded(message) || undefined}>
                  <strong>{message.title}</strong>
                  <span>
                    {t('hold.line', { channel: message.channel, count: message.recipients })} ·{' '}
                    <DateTime value={message.at} />
                  </span>
                </li>
              ))}
            </ul>
            <Text>{t('hold.twice')}</Text>
            <Radio.Group label={t('hold.choice.label')} value={choice} onChange={(value) => setChoice(value as Choice)}>
              <Stack gap="xs" mt="xs">
                {choices.map((one) => (
                  <Radio key={one} value={one} label={t(`hold.choice.${one}`)} />
                ))}
              </Stack>
            </Radio.Group>
            <Text role="status">{discarded > 0 && t('hold.discarded', { count: discarded })}</Text>
          </>
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose} data-autofocus>
            {common('cancel')}
          </Button>
          <Button color="red" disabled={!hold} loading={fetching} onClick={() => void confirm()}>
            {t('hold.confirm')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

type Done = NonNullable<ResultOf<typeof HoldQuery>['doneSinceCut']>;

/** Lists the work of this place that the released other place lacks. */
function SinceCut({ since, asOf, done }: { since: string; asOf: string | null; done: Done }) {
  const { t } = useTranslation('administration');
  return (
    <>
      <Text>
        {t('hold.newerLife')} <DateTime value={since} />
        {asOf && (
          <>
            . {t('hold.lacks')} <DateTime value={asOf} />.
          </>
        )}
      </Text>
      <Text fw={600}>{t('hold.sinceCut', { answers: done.answers, entries: done.logEntries })}</Text>
      {done.messages.length > 0 && (
        <>
          <Text>{t('hold.perhapsTwice')}</Text>
          <ul className={classes['messages']}>
            {done.messages.map((message) => (
              <li key={message.id}>
                <strong>{message.title}</strong>
                <span>
                  {t('hold.line', { channel: message.channel, count: message.recipients })} ·{' '}
                  <DateTime value={message.at} />
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
