import { Avatar, UnstyledButton, type UnstyledButtonProps } from '@mantine/core';
import type { ComponentPropsWithRef } from 'react';
import { useTranslation } from 'react-i18next';
import { fullName, initials, useViewer } from '#web/lib/viewer.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import classes from './UserMenu.module.css';

/** Who is signed in, as a button. */
export function UserButton(props: UnstyledButtonProps & ComponentPropsWithRef<'button'>) {
  const { t } = useTranslation('layout');
  const { user } = useViewer();
  const name = fullName(user);
  return (
    <UnstyledButton {...props} className={classes['target']} aria-label={t('user.menu', { name })}>
      <Avatar src={user.image?.contentUrl ?? null} alt="" size={38} className={classes['avatar']}>
        {initials(user)}
      </Avatar>
      <span className={classes['name']}>{name}</span>
      <Icon name="chevronDown" size={16} className={classes['chevron']} />
    </UnstyledButton>
  );
}
