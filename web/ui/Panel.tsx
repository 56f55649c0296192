import { Box, Group, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './Panel.module.css';

type Props = { title?: ReactNode; actions?: ReactNode; children: ReactNode };

export function Panel({ title, actions, children }: Props) {
  return (
    <Box component={title ? 'section' : 'div'} className={classes['panel']}>
      {title && (
        <Group justify="space-between" mb="md" gap="sm" className={classes['head'] ?? ''}>
          <Title order={2}>{title}</Title>
          {actions && (
            <Group gap="sm" className={classes['actions'] ?? ''}>
              {actions}
            </Group>
          )}
        </Group>
      )}
      {children}
    </Box>
  );
}
