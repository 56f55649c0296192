import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { deviceOf } from '#shared/device-name.ts';
import { type Identity, IdentityForm, type OwnFactors } from '#web/auth/totp/IdentityForm.tsx';
import { RecoveryCodes } from '#web/auth/totp/RecoveryCodes.tsx';
import { required } from '#web/auth/validation.ts';
import { apiMessage } from '#web/lib/i18n.ts';
import type { PasskeyOptions } from '#web/lib/signed-in/passkey-support.ts';
import { successToast } from '#web/lib/toasts.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { longestName } from './passkey.ts';
import { AddPasskeyMutation, StartPasskeyMutation } from './queries.ts';

type Props = {
  factors: OwnFactors;
  /** A text before the first step. */
  intro?: string;
  /** The passkey is on; the first one is followed by recovery codes. */
  onSetUp?: () => void;
  onDone: () => void;
  onCancel?: (() => void) | undefined;
};

/** Adds a passkey in three steps: identity, name with the browser's dialog, recovery codes if they are the first. */
export function AddPasskey({ factors, intro, onSetUp, onDone, onCancel }: Props) {
  const { t } = useTranslation('totp');
  const [options, setOptions] = useState<PasskeyOptions>();
  const [codes, setCodes] = useState<string[]>();
  const [{ fetching }, start] = useMutation(StartPasskeyMutation);
  const begin = async (identity: Identity) => {
    const result = await start(identity);
    if (result.data) setOptions(JSON.parse(result.data.startPasskey));
    return result.error;
  };
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />;
  if (options)
    return (
      <CreatePasskey
        options={options}
        onCancel={onCancel}
        onAdded={(given) => {
          successToast(t('passkeys.added'));
          onSetUp?.();
          if (given.length) setCodes(given);
          else onDone();
        }}
        onExpired={() => setOptions(undefined)}
      />
    );
  return (
    <Stack gap="md">
      <Text>{intro ?? t(factors.app || factors.passkey ? 'passkeys.addText' : 'passkeys.addFirst')}</Text>
      <IdentityForm factors={factors} submit={t('next')} busy={fetching} onSubmit={begin} onCancel={onCancel} />
    </Stack>
  );
}

type CreateProps = {
  options: PasskeyOptions;
  onAdded: (recoveryCodes: string[]) => void;
  /** The options expired. */
  onExpired: () => void;
  onCancel: (() => void) | undefined;
};

function CreatePasskey({ options, onAdded, onExpired, onCancel }: CreateProps) {
  const { t } = useTranslation(['totp', 'common', 'auth']);
  const [, add] = useMutation(AddPasskeyMutation);
  const [isBusy, setIsBusy] = useState(false);
  const [refusal, setRefusal] = useState('');
  const device = deviceOf(navigator.userAgent);
  const form = useForm({
    initialValues: { name: device ? t('auth:sessions.device', device) : '' },
    validate: { name: required },
  });
  const create = async (name: string) => {
    const { createPasskey } = await import('#web/sign-in/ceremony.ts');
    const made = await createPasskey(options);
    if ('refusal' in made) return setRefusal(apiMessage(made.refusal));
    const { data, error } = await add({ name, response: JSON.stringify(made.response) });
    if (data) onAdded(data.addPasskey);
    else if (error?.graphQLErrors.length) onExpired(); // its message appears, and the challenge is used up
  };
  const submit = form.onSubmit(async ({ name }) => {
    setRefusal('');
    setIsBusy(true);
    await create(name).finally(() => setIsBusy(false));
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text>{t('passkeys.createText')}</Text>
        {refusal && (
          <Alert color="red" variant="light" bg="red.0" c="red.9" icon={<Icon name="crossCircle" />}>
            {refusal}
          </Alert>
        )}
        <TextInput
          label={t('passkeys.name')}
          description={t('passkeys.nameHelp')}
          maxLength={longestName}
          data-autofocus
          {...form.getInputProps('name')}
        />
        <Group justify="flex-end" gap="sm">
          {onCancel && (
            <Button variant="default" onClick={onCancel}>
              {t('common:cancel')}
            </Button>
          )}
          <Button type="submit" loading={isBusy}>
            {t('passkeys.create')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
