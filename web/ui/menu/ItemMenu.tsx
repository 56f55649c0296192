import { Menu } from '@mantine/core';
import { Icon } from '#web/ui/Icon.tsx';
import type { IconName } from '#web/ui/icons.ts';
import { HungMenu } from './HungMenu.tsx';
import type { MenuPlace } from './useLaterMenu.ts';

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
};

type Props = MenuPlace & { items: readonly MenuItem[]; width?: number };

/** A menu of items. */
export const ItemMenu = ({ items, width, ...place }: Props) => (
  <HungMenu {...place} {...(width ? { width } : {})} withinPortal>
    {items.map(({ id, label, icon, href, isOn, onClick, ...item }) =>
      isOn === undefined ? (
        <Menu.Item
          key={id}
          mih={44}
          leftSection={<Icon name={icon} size={20} />}
          onClick={onClick}
          {...(href ? { component: 'a' as const, href } : {})}
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
