import { Avatar, UnstyledButton, type UnstyledButtonProps, VisuallyHidden } from '@mantine/core';
import type { ComponentPropsWithRef } from 'react';
import { useTranslation } from 'react-i18next';
import { fullName, initials, useViewer } from '#web/lib/viewer.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import classes from './UserMenu.module.css';

/** A button with the signed-in user's name. */
export function UserButton(props: UnstyledButtonProps & ComponentPropsWithRef<'button'>) {
  const { t } = useTranslation('layout');
  const { user } = useViewer();
  const name = fullName(user);
  return (
    <UnstyledButton {...props} className={classes['target']}>
      <Avatar src={user.image?.contentUrl ?? null} alt="" size={38} className={classes['avatar']} aria-hidden>
        {initials(user)}
      </Avatar>
      <span className={classes['name']} aria-hidden>
        {name}
      </span>
      <VisuallyHidden>{t('user.menu', { name })}</VisuallyHidden>
      <Icon name="chevronDown" size={16} className={classes['chevron']} />
    </UnstyledButton>
  );
}
