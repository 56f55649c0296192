import { Menu } from '@mantine/core';
import { Icon } from '#web/ui/Icon.tsx';
import type { IconName } from '#web/ui/icons.ts';
import { HungMenu } from './HungMenu.tsx';
import type { MenuPlace } from './useLazyMenu.ts';

/** An item of a menu: an action or a link. */
export type MenuItem = {
  id: string;
  label: string;
  icon: IconName;
  href?: string;
  onClick: () => void;
  disabled?: boolean;
  /** The state of a switchable setting. */
  isOn?: boolean;
  danger?: boolean;
};

type Props = MenuPlace & { items: readonly MenuItem[]; width?: number; heading?: string | undefined };

/** A menu of items. */
export const ItemMenu = ({ items, width, heading, ...place }: Props) => (
  <HungMenu {...place} {...(width ? { width } : {})} withinPortal>
    {heading && <Menu.Label>{heading}</Menu.Label>}
    {items.map(({ id, label, icon, href, isOn, danger, onClick, ...item }) =>
      isOn === undefined ? (
        <Menu.Item
          key={id}
          mih={44}
          leftSection={<Icon name={icon} size={20} />}
          onClick={onClick}
          {...(href ? { component: 'a' as const, href } : {})}
          {...(danger ? { color: 'red' } : {})}
          {...item}
        >
          {label}
        </Menu.Item>
      ) : (
        <Menu.CheckboxItem key={id} mih={44} checked={isOn} onChange={onClick} {...item}>
          {label}
        </Menu.CheckboxItem>
      ),
    )}
  </HungMenu>
);
