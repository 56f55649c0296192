import { Group, Progress, Text } from '@mantine/core';
import { formatShare } from '#web/lib/format.ts';
import type { Tone } from './StatusBadge.tsx';

const COLORS: Record<Tone, string> = {
  good: 'green.8',
  bad: 'red.6',
  warning: 'yellow.6',
  active: 'blue.8',
  neutral: 'gray.6',
};

type Props = { percentage: number; label: string; tone?: Tone };

/** A progress bar with its percentage. */
export function ProgressBar({ percentage, label, tone = 'active' }: Props) {
  return (
    <Group gap="sm" wrap="nowrap">
      <Progress.Root size="lg" flex={1} miw={60}>
        <Progress.Section value={percentage} color={COLORS[tone]} aria-label={label} />
      </Progress.Root>
      <Text component="span" fz="sm" fw={600} miw={44} ta="right">
        {formatShare(percentage, 100)}
      </Text>
    </Group>
  );
}
