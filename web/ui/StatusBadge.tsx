import { Badge } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';
import type { IconName } from './icons.ts';
import classes from './StatusBadge.module.css';

/** The meaning of a status, which sets its colour. */
export type Tone = 'good' | 'bad' | 'warning' | 'active' | 'neutral';

/** Patterns also distinguish live from exercise. */
type BadgeTone = Tone | 'live' | 'exercise';

const COLORS: Record<BadgeTone, { bg?: string; c: string }> = {
  live: { bg: 'var(--fill-live)', c: 'white' },
  exercise: { c: 'bright' },
  good: { bg: 'green.1', c: 'green.9' },
  bad: { bg: 'red.1', c: 'red.9' },
  warning: { bg: 'yellow.1', c: 'yellow.9' },
  active: { bg: 'blue.1', c: 'blue.9' },
  neutral: { bg: 'gray.2', c: 'gray.8' },
};

/** A status as one word, so that colour isn't alone. */
export function StatusBadge({ tone, icon, children }: { tone: BadgeTone; icon?: IconName; children: ReactNode }) {
  return (
    <Badge
      {...COLORS[tone]}
      classNames={{
        root: `${classes['whole']} ${tone === 'exercise' ? classes['hatched'] : ''}`,
        label: classes['words'] ?? '',
      }}
      size="lg"
      radius="sm"
      tt="none"
      fw={600}
      leftSection={icon ? <Icon name={icon} size={16} /> : undefined}
    >
      {children}
    </Badge>
  );
}
