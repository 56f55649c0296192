import { useTranslation } from 'react-i18next';
import { useData } from '#web/lib/data.ts';
import { useLive } from '#web/lib/live.ts';
import { Panel } from '#web/ui/Panel.tsx';
import { EmptyState, QueryView } from '#web/ui/states.tsx';
import { IncomingEntry } from './IncomingEntry.tsx';
import classes from './incoming.module.css';
import { IncomingItemQuery, IncomingItemsChanged } from './queries.ts';

/** The item in the address. */
export function NamedItem({ id }: { id: string }) {
  const { t } = useTranslation('incoming');
  const state = useData(IncomingItemQuery, { id });
  useLive(IncomingItemsChanged, {}, state.refetch);
  return (
    <Panel title={t('named')}>
      <QueryView state={state}>
        {({ incomingItem: item }) =>
          item ? (
            <ul className={classes['list']}>
              <IncomingEntry item={item} onChanged={state.refetch} />
            </ul>
          ) : (
            <EmptyState title={t('gone')} />
          )
        }
      </QueryView>
    </Panel>
  );
}
