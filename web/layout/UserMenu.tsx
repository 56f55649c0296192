import { Menu } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { fullName, useViewer } from '#web/lib/viewer.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import type { IconName } from '#web/ui/icons.ts';
import { HungMenu } from '#web/ui/menu/HungMenu.tsx';
import type { MenuPlace } from '#web/ui/menu/useLazyMenu.ts';
import { ColourScheme } from './ColourScheme.tsx';
import { useSignOut } from './offline/useSignOut.ts';
import classes from './UserMenu.module.css';

const entries: { name: string; to: string; icon: IconName }[] = [
  { name: 'profile', to: '/updateprofile', icon: 'person' },
  { name: 'language', to: '/changelanguage', icon: 'language' },
  { name: 'password', to: '/changepassword', icon: 'lock' },
  { name: 'offline', to: '/offline', icon: 'offline' },
];

/** The account menu of the signed-in user. */
export function UserMenu(place: MenuPlace) {
  const { t } = useTranslation('layout');
  const { user } = useViewer();
  const signOut = useSignOut();
  const name = fullName(user);
  return (
    <HungMenu {...place} width={280}>
      <Menu.Label className={classes['label']}>
        {name}
        <br />
        {user.email}
      </Menu.Label>
      {entries.map((entry) => (
        <Menu.Item
          key={entry.to}
          component={Link}
          to={entry.to}
          className={classes['item']}
          leftSection={<Icon name={entry.icon} size={20} />}
        >
          {t(`user.${entry.name}`)}
        </Menu.Item>
      ))}
      <Menu.Divider />
      <ColourScheme />
      <Menu.Divider />
      <Menu.Item
        className={classes['item']}
        leftSection={<Icon name="logout" size={20} />}
        onClick={() => void signOut()}
      >
        {t('user.logout')}
      </Menu.Item>
    </HungMenu>
  );
}
