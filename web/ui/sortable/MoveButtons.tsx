import { ActionIcon, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Icon } from '#web/ui/Icon.tsx';

type Props = { name: string; at: number; last: number; onMove: (place: number) => void };

/** Moves an entry by buttons or arrow keys. */
export function MoveButtons({ name, at, last, onMove }: Props) {
  const { t } = useTranslation();
  // a disabled button would lose the focus
  const step = (to: number, label: string, icon: 'arrowUp' | 'arrowDown') => (
    <ActionIcon
      aria-label={label}
      aria-disabled={to < 0 || to > last}
      {...(to < 0 || to > last ? { 'data-disabled': true } : {})}
      onClick={() => onMove(to)}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
        event.preventDefault();
        onMove(event.key === 'ArrowUp' ? at - 1 : at + 1);
      }}
    >
      <Icon name={icon} />
    </ActionIcon>
  );
  return (
    <Group gap={0} wrap="nowrap">
      {step(at - 1, t('sort.up', { name }), 'arrowUp')}
      {step(at + 1, t('sort.down', { name }), 'arrowDown')}
    </Group>
  );
}
