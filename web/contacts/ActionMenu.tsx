import { ActionIcon, Menu } from '@mantine/core';
import { Icon } from '#web/ui/Icon.tsx';
import type { IconName } from '#web/ui/icons.ts';

/** An action on an entry. */
export type Action = { label: string; icon: IconName; danger?: boolean; run: () => void };

type Props = { label: string; actions: Action[]; variant?: 'default' | 'subtle' };

/** A menu of further actions; empty without any. */
export function ActionMenu({ label, actions, variant = 'subtle' }: Props) {
  if (actions.length === 0) return null;
  return (
    <Menu position="bottom-end" width={280}>
      <Menu.Target>
        <ActionIcon variant={variant} aria-label={label}>
          <Icon name="more" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map((action) => (
          <Menu.Item
            key={action.label}
            mih={44}
            leftSection={<Icon name={action.icon} size={20} />}
            onClick={action.run}
            {...(action.danger ? { color: 'red' } : {})}
          >
            {action.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
