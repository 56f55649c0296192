import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { SetActiveMutation } from '#web/administration/queries.ts';
import { successToast } from '#web/lib/toasts.ts';
import { fullName, useViewer } from '#web/lib/viewer.tsx';
import { useConfirm } from '#web/ui/confirm.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { ResendInvitationMutation, ResetTotpMutation, type UserAccess } from './queries.ts';

type Props = { user: UserAccess; onChanged: () => void };

/** An administrator's actions on a user's access; each confirms its consequences. */
export function UserActions({ user, onChanged }: Props) {
  const { t } = useTranslation('administration');
  const isSelf = useViewer().user.id === user.id;
  const { resend, resetTotp, setActive, busy } = useUserVerbs({ user, onChanged });
  return (
    <Group gap="sm">
      {user.isInvited && user.isActive && (
        <Button variant="default" leftSection={<Icon name="mail" />} disabled={busy} onClick={() => void resend()}>
          {t('users.resend')}
        </Button>
      )}
      {user.secondFactor && !isSelf && (
        <Button variant="default" leftSection={<Icon name="key" />} disabled={busy} onClick={() => void resetTotp()}>
          {t('users.resetTotp')}
        </Button>
      )}
      {user.isActive && !isSelf && (
        <Button
          variant="default"
          leftSection={<Icon name="pause" />}
          disabled={busy}
          onClick={() => void setActive(false)}
        >
          {t('users.deactivate')}
        </Button>
      )}
      {!user.isActive && !user.needApproval && (
        <Button leftSection={<Icon name="play" />} disabled={busy} onClick={() => void setActive(true)}>
          {t('users.activate')}
        </Button>
      )}
    </Group>
  );
}

function useUserVerbs({ user, onChanged }: Props) {
  const { t } = useTranslation('administration');
  const confirm = useConfirm();
  const [resending, sendAgain] = useMutation(ResendInvitationMutation);
  const [resetting, reset] = useMutation(ResetTotpMutation);
  const [switching, change] = useMutation(SetActiveMutation);
  const name = fullName(user);
  const done = (text: string) => {
    successToast(text);
    onChanged();
  };
  const resend = async () => {
    if (!(await sendAgain({ id: user.id })).error) done(t('users.resent', { name }));
  };
  const resetTotp = async () => {
    const question = { title: t('users.resetTotpTitle', { name }), text: t('users.resetTotpText'), danger: true };
    if (await confirm(question)) if (!(await reset({ id: user.id })).error) done(t('users.totpReset', { name }));
  };
  const setActive = async (isActive: boolean) => {
    const question = { title: t('users.deactivateTitle', { name }), text: t('users.outcome.SWITCH_OFF'), danger: true };
    if (!isActive && !(await confirm(question))) return;
    const { error } = await change({ type: 'User', ids: [user.id], isActive });
    if (!error) done(t(isActive ? 'users.activated' : 'users.deactivated', { name }));
  };
  return { resend, resetTotp, setActive, busy: resending.fetching || resetting.fetching || switching.fetching };
}
