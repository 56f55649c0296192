import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Stored } from '#web/lib/offline-store/store.ts';
import { Panel } from '#web/ui/Panel.tsx';
import { LoadingState } from '#web/ui/states.tsx';
import { AsOf } from './AsOf.tsx';
import classes from './offline.module.css';

type Props<Value> = {
  title: string;
  copy: Stored<Value> | null | undefined;
  children: (value: Value) => ReactNode;
};

/** A section with a stored copy and its age, or a note that none exists. */
export function OfflinePanel<Value>({ title, copy, children }: Props<Value>) {
  const { t } = useTranslation('offline');
  return (
    <Panel title={title}>
      {copy && (
        <p className={classes['asOf']}>
          <AsOf at={copy.at} />
        </p>
      )}
      {copy ? (
        children(copy.value)
      ) : copy === null ? (
        <Text c="gray.6">{t('nothing')}</Text>
      ) : (
        <LoadingState lines={2} />
      )}
    </Panel>
  );
}
