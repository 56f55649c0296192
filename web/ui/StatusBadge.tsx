import { Badge } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';
import type { IconName } from './icons.ts';

/** What a status means to the reader; the colour follows from it. */
export type Tone = 'good' | 'bad' | 'warning' | 'active' | 'neutral';

const COLORS: Record<Tone, { bg: string; c: string }> = {
  good: { bg: 'green.1', c: 'green.9' },
  bad: { bg: 'red.1', c: 'red.9' },
  warning: { bg: 'yellow.1', c: 'yellow.9' },
  active: { bg: 'blue.1', c: 'blue.9' },
  neutral: { bg: 'gray.2', c: 'gray.8' },
};

/** A status in one word; never by colour alone. */
export function StatusBadge({ tone, icon, children }: { tone: Tone; icon?: IconName; children: ReactNode }) {
  return (
    <Badge
      {...COLORS[tone]}
      size="lg"
      radius="sm"
      tt="none"
      fw={600}
      miw="max-content"
      leftSection={icon ? <Icon name={icon} size={16} /> : undefined}
    >
      {children}
    </Badge>
  );
}
