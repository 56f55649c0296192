import { Alert, Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#shared/limits.ts';
import classes from '#web/contacts/contacts.module.css';
import { useData } from '#web/lib/data.ts';
import { ChannelSign } from '#web/messages/signs/ChannelSign.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { LoadMore } from '#web/ui/loading/LoadMore.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { QueryView } from '#web/ui/states.tsx';
import { MissedPerson, ReachedPerson } from './ReachPeople.tsx';
import { type ListReach, ListReachQuery } from './reach-query.ts';

/** Shows on request the people a list would reach now by channel, and those it wouldn't, with reasons. */
export function ReachPanel({ list }: { list: string }) {
  const { t } = useTranslation('contacts');
  const [isOpen, setOpen] = useState(false);
  return (
    <Panel title={t('reach.title')}>
      {isOpen ? (
        <Shown list={list} />
      ) : (
        <Stack gap="md" align="flex-start">
          <Text c="gray.6">{t('reach.text')}</Text>
          <Button variant="default" leftSection={<Icon name="eye" />} onClick={() => setOpen(true)}>
            {t('reach.show')}
          </Button>
        </Stack>
      )}
    </Panel>
  );
}

const PAGE = 50;

function Shown({ list }: { list: string }) {
  const { t } = useTranslation('contacts');
  const [first, setFirst] = useState(PAGE);
  const [missed, setMissed] = useState(PAGE);
  const state = useData(ListReachQuery, { list, first, missed }, { keepPrevious: true });
  return (
    <QueryView state={state}>
      {({ mailingListReach: reach }) => {
        const signs = new Map(reach.channels.map(({ channelType }) => [channelType.identifier, channelType]));
        return (
          <Stack gap="md">
            <Summary reach={reach} />
            {reach.missed.length > 0 && (
              <section>
                <h3 className={classes['subtitle']}>{t('reach.missed', { count: reach.total - reach.reached })}</h3>
                <ul className={classes['lines']}>
                  {reach.missed.map((row) => (
                    <MissedPerson key={row.person._id} row={row} />
                  ))}
                </ul>
                <LoadMore
                  shown={reach.missed.length}
                  total={reach.total - reach.reached}
                  loading={state.refreshing}
                  onMore={() => setMissed(Math.min(limits.maximumPage, missed + 200))}
                />
              </section>
            )}
            <section>
              <h3 className={classes['subtitle']}>{t('reach.people', { count: reach.reached })}</h3>
              <ul className={classes['lines']}>
                {reach.people.map((row) => (
                  <ReachedPerson key={row.person._id} row={row} signs={signs} />
                ))}
              </ul>
              <LoadMore
                shown={reach.people.length}
                total={reach.reached}
                loading={state.refreshing}
                onMore={() => setFirst(Math.min(limits.maximumPage, first + 200))}
              />
            </section>
          </Stack>
        );
      }}
    </QueryView>
  );
}

function Summary({ reach }: { reach: ListReach }) {
  const { t } = useTranslation('contacts');
  const scarce = reach.limits.filter(({ feasible }) => !feasible);
  return (
    <>
      <Text fw={600} role="status">
        {t('reach.summary', { reached: reach.reached, count: reach.total })}
      </Text>
      <ul className={classes['below']}>
        {reach.channels.map(({ channelType, reached }) => (
          <li key={channelType._id} className={classes['chip']}>
            <ChannelSign channelType={channelType} /> {channelType.name} <small>{reached}</small>
          </li>
        ))}
      </ul>
      {scarce.map(({ group, needed, available }) => (
        <Alert key={group._id} color="yellow" icon={<Icon name="info" />}>
          {t('reach.scarce', { group: group.name, needed, count: available })}
        </Alert>
      ))}
      {reach.inactive.length > 0 && (
        <Alert color="yellow" icon={<Icon name="pause" />}>
          {t('reach.inactive', { names: reach.inactive.join(', ') })}
        </Alert>
      )}
    </>
  );
}
