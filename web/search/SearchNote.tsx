import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './search.module.css';

/** A note in place of results. */
export function SearchNote({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <div className={classes['note']}>
      {title && <Text fw={650}>{title}</Text>}
      <Text c="gray.6">{children}</Text>
    </div>
  );
}
