import { Button, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import classes from '#web/administration/administration.module.css';
import { ActionMenu } from '#web/contacts/ActionMenu.tsx';
import { successToast } from '#web/lib/toasts.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { CopyTextButton } from '#web/ui/copy/CopyTextButton.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import { CheckProviderMutation, DeleteProviderMutation, type ProviderRow, UpdateProviderMutation } from './queries.ts';

type Props = { row: ProviderRow; onEdit: () => void; onChange: () => void };

/** One provider of the list, with its actions. */
export function ProviderItem({ row, onEdit, onChange }: Props) {
  const { t } = useTranslation(['singleSignOn', 'common']);
  const confirm = useConfirm();
  const [checking, check] = useMutation(CheckProviderMutation);
  const [, update] = useMutation(UpdateProviderMutation);
  const [, remove] = useMutation(DeleteProviderMutation);
  const { id, label, version, isActive } = row;
  const tryOut = async () => {
    const { error } = await check({ id });
    if (!error) successToast(t('checked', { label }));
  };
  const switchTo = async (to: boolean) => {
    if (!to && !(await confirm({ title: t('offTitle', { label }), text: t('offText') }))) return;
    const { error } = await update({ input: { id, version, isActive: to } });
    if (!error) successToast(t(to ? 'switchedOn' : 'switchedOff', { label }));
    onChange();
  };
  const end = async () => {
    if (!(await confirm({ title: t('removeTitle', { label }), text: t('removeText'), danger: true }))) return;
    const { error } = await remove({ id });
    if (!error) successToast(t('removed', { label }));
    onChange();
  };
  return (
    <li className={classes['entry']}>
      <Stack gap="sm">
        <Group gap="sm">
          <Text fw={650} className={classes['address']}>
            {label}
          </Text>
          <StatusBadge tone={isActive ? 'good' : 'neutral'}>{isActive ? t('on') : t('off')}</StatusBadge>
        </Group>
        <Text fz="sm" className={classes['address']}>
          {row.issuer}
        </Text>
        <Text fz="sm" c="gray.7">
          {t('mapped', { count: row.roleMap.length })}
        </Text>
        <CallbackUrl url={row.callbackUrl} />
        <Group gap="sm">
          <Button
            variant="default"
            leftSection={<Icon name="check" />}
            loading={checking.fetching}
            onClick={() => void tryOut()}
            aria-label={t('checkNamed', { label })}
          >
            {t('check')}
          </Button>
          <ActionMenu
            label={t('more', { label })}
            variant="default"
            actions={[
              { label: t('common:edit'), icon: 'edit', run: onEdit },
              isActive
                ? { label: t('switchOff'), icon: 'pause', run: () => void switchTo(false) }
                : { label: t('switchOn'), icon: 'play', run: () => void switchTo(true) },
              { label: t('common:delete'), icon: 'trash', danger: true, run: () => void end() },
            ]}
          />
        </Group>
      </Stack>
    </li>
  );
}

function CallbackUrl({ url }: { url: string }) {
  const { t } = useTranslation('singleSignOn');
  return (
    <Group gap="sm">
      <Text fz="sm" c="gray.7" className={classes['address']}>
        {t('callback')} {url}
      </Text>
      <CopyTextButton value={url} label={t('copy')} copied={t('copied')} />
    </Group>
  );
}
