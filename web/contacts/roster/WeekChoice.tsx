import { ActionIcon, Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatDate } from '#web/lib/format.ts';
import { useSystem } from '#web/lib/system.tsx';
import { Icon } from '#web/ui/Icon.tsx';

interface Props {
  /** Weeks from now: 0 is the current one, -1 the previous one. */
  week: number;
  /** From the start of the week to the start of the next, ISO 8601. */
  span: { from: string; until: string };
  onChange: (week: number) => void;
}

/** The displayed week, with buttons for adjacent weeks and the current one. */
export function WeekChoice({ week, span, onChange }: Props) {
  const { t } = useTranslation('roster');
  const { timeZone } = useSystem();
  return (
    <Group gap="xs">
      <ActionIcon variant="default" size="lg" aria-label={t('week.before')} onClick={() => onChange(week - 1)}>
        <Icon name="chevronLeft" />
      </ActionIcon>
      <ActionIcon variant="default" size="lg" aria-label={t('week.after')} onClick={() => onChange(week + 1)}>
        <Icon name="chevronRight" />
      </ActionIcon>
      <Text fw={650} component="span" aria-live="polite">
        {t('week.of', {
          from: formatDate(span.from, timeZone),
          until: formatDate(Date.parse(span.until) - 1, timeZone),
        })}
      </Text>
      {week !== 0 && (
        <Button variant="default" size="compact-md" onClick={() => onChange(0)}>
          {t('week.today')}
        </Button>
      )}
    </Group>
  );
}
