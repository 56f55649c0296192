import { Anchor, Group, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { IncomingItemsChanged, WaitingItemsQuery } from '#web/incoming/queries.ts';
import { useData } from '#web/lib/data.ts';
import type { ResultOf } from '#web/lib/gql.ts';
import { useLive } from '#web/lib/live.ts';
import { useViewer } from '#web/lib/viewer.tsx';
import { DateTime } from '#web/ui/DateTime.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import classes from './HomePage.module.css';

type Items = ResultOf<typeof WaitingItemsQuery>['incomingItems'];

/** Returns the newest incoming items that no one took, live; none without the right. */
export function useIncoming(): { items: Items | undefined; loading: boolean } {
  const isPaused = !useViewer().can('take_incoming');
  const { data, loading, refetch } = useData(WaitingItemsQuery, {}, { pause: isPaused });
  useLive(IncomingItemsChanged, {}, refetch, { pause: isPaused });
  return { items: data?.incomingItems, loading };
}

/** Incoming items; empty without any. */
export function Incoming({ items }: { items: Items | undefined }) {
  const { t } = useTranslation('home');
  const { edges = [], totalCount = 0 } = items ?? {};
  if (edges.length === 0) return null;
  return (
    <section>
      <Group justify="space-between" mb="sm" gap="sm">
        <Title order={2}>{t('incoming.title', { count: totalCount })}</Title>
        <Anchor component={Link} to="/incoming" py={8}>
          {t('incoming.all')}
        </Anchor>
      </Group>
      <ul className={classes['waiting']}>
        {edges.map(({ node }) => (
          <li key={node.id}>
            <Link to={`/incoming?item=${node._id}`} className={classes['thing']}>
              <Icon name="inbox" size={24} />
              <span className={classes['thingWords']}>
                <span className={classes['thingTitle']}>{node.title}</span>
                <span className={classes['thingText']}>
                  {node.sourceName}
                  {node.alertCount > 1 && ` · ${t('incoming.count', { count: node.alertCount })}`} ·{' '}
                  <DateTime value={node.firstAt} />
                  {node.nobodyLeftAt && ` · ${t('incoming.nobodyLeft')}`}
                </span>
              </span>
              <Icon name="chevronRight" size={20} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
