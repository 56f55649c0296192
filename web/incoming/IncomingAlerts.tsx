import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#shared/limits.ts';
import { useData } from '#web/lib/data.ts';
import { DateTime } from '#web/ui/DateTime.tsx';
import { LoadMore } from '#web/ui/loading/LoadMore.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import { QueryView } from '#web/ui/states.tsx';
import classes from './incoming.module.css';
import { type IncomingAlertRow, IncomingAlertsQuery, type IncomingRow } from './queries.ts';

const PAGE = 20;

/** The number of an item's alerts, and on request their list. */
export function IncomingAlerts({ item }: { item: IncomingRow }) {
  const { t } = useTranslation('incoming');
  const [isListed, setListed] = useState(false);
  const { alertCount: count, openAlertCount: open, kind } = item;
  if (count < 2 && !item.lacksReference) return null;
  return (
    <div>
      <div className={classes['row']}>
        <span>
          {kind === 'cap' ? t('messages', { count }) : `${t('alerts', { count })}, ${t('firing', { count: open })}`}
        </span>
        <Button variant="subtle" size="compact-md" aria-expanded={isListed} onClick={() => setListed(!isListed)}>
          {t(isListed ? 'hideList' : 'showList')}
        </Button>
      </div>
      {isListed && <AlertList key={item.version} id={item.id} />}
    </div>
  );
}

function AlertList({ id }: { id: string }) {
  const [first, setFirst] = useState(PAGE);
  const state = useData(IncomingAlertsQuery, { id, first }, { keepPrevious: true });
  return (
    <QueryView state={state}>
      {({ incomingItem }) =>
        incomingItem && (
          <>
            <ul className={classes['alerts']}>
              {incomingItem.alerts.edges.map(({ node }) => (
                <AlertLine key={node.id} alert={node} />
              ))}
            </ul>
            <LoadMore
              shown={incomingItem.alerts.edges.length}
              total={incomingItem.alerts.totalCount}
              onMore={() => setFirst(Math.min(limits.maximumPage, first + 5 * PAGE))}
              loading={state.refreshing}
            />
          </>
        )
      }
    </QueryView>
  );
}

const tones = { open: 'warning', closed: 'good', missing: 'neutral' } as const;

function AlertLine({ alert: { name, text, state, startsAt } }: { alert: IncomingAlertRow }) {
  const { t } = useTranslation('incoming');
  const known = state as keyof typeof tones;
  return (
    <li>
      <div className={classes['row']}>
        <span className={classes['title']}>{name}</span>
        {(known !== 'open' || !isCapType(text)) && (
          <StatusBadge tone={tones[known]}>{t(`alertState.${known}`)}</StatusBadge>
        )}
        {startsAt && (
          <span className={classes['quiet']}>
            <DateTime value={startsAt} />
          </span>
        )}
      </div>
      {text && (
        <Text fz="sm" className={classes['words'] ?? ''}>
          {isCapType(text) ? t(`capType.${text}`) : text}
        </Text>
      )}
    </li>
  );
}

const capTypes = ['Alert', 'Update', 'Cancel'] as const;
const isCapType = (text: string): text is (typeof capTypes)[number] => (capTypes as readonly string[]).includes(text);
