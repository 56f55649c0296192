import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { renderSVG } from 'uqr';
import { useMutation } from 'urql';
import { required } from '#web/auth/validation.ts';
import { CopyTextButton } from '#web/ui/copy/CopyTextButton.tsx';
import { fieldErrors, showFieldErrors } from '#web/ui/form.ts';
import { CodeField } from './CodeField.tsx';
import { ConfirmTotpMutation } from './queries.ts';
import classes from './totp.module.css';

type Props = {
  secret: string;
  uri: string;
  onConfirmed: (recoveryCodes: string[]) => void;
  onCancel?: (() => void) | undefined;
};

/** Shows the secret as a picture and as text, and asks for the app's first code. */
export function ConnectApp({ secret, uri, onConfirmed, onCancel }: Props) {
  const { t } = useTranslation(['totp', 'common']);
  const [{ fetching }, confirm] = useMutation(ConfirmTotpMutation);
  const picture = useMemo(() => `data:image/svg+xml,${encodeURIComponent(renderSVG(uri, { ecc: 'M' }))}`, [uri]);
  const form = useForm({ initialValues: { code: '' }, validate: { code: required } });
  const submit = form.onSubmit(async ({ code }) => {
    const result = await confirm({ code });
    if (result.data) return onConfirmed(result.data.confirmTotp);
    if (Object.keys(fieldErrors(result.error)).length) showFieldErrors(form, result.error);
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <ol className={classes['steps']}>
          <li>{t('step.app')}</li>
          <li>{t('step.scan')}</li>
          <li>{t('step.code')}</li>
        </ol>
        <img src={picture} alt={t('qr')} className={classes['qr']} />
        <Anchor href={uri} hiddenFrom="sm" py={8}>
          {t('openApp')}
        </Anchor>
        <div>
          <Text fz="sm" c="gray.6">
            {t('secret')}
          </Text>
          <Group gap="sm">
            <code className={classes['secret']}>{secret.match(/.{1,4}/g)?.join(' ')}</code>
            <CopyTextButton value={secret} label={t('copy')} copied={t('copied')} />
          </Group>
        </div>
        <CodeField label={t('firstCode')} data-autofocus {...form.getInputProps('code')} />
        <Group justify="flex-end" gap="sm">
          {onCancel && (
            <Button variant="default" onClick={onCancel}>
              {t('common:cancel')}
            </Button>
          )}
          <Button type="submit" loading={fetching}>
            {t('switchOn')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
