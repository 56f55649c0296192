import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { required } from '#web/auth/validation.ts';
import { successToast } from '#web/lib/toasts.ts';
import { showFieldErrors } from '#web/ui/form.ts';
import { longestName, type Passkey } from './passkey.ts';
import { RenamePasskeyMutation } from './queries.ts';

type Props = { passkey: Passkey; onDone: () => void; onCancel: () => void };

export function RenamePasskey({ passkey, onDone, onCancel }: Props) {
  const { t } = useTranslation(['totp', 'common']);
  const [{ fetching }, rename] = useMutation(RenamePasskeyMutation);
  const form = useForm({ initialValues: { name: passkey.name }, validate: { name: required } });
  const submit = form.onSubmit(async ({ name }) => {
    const { error } = await rename({ id: passkey.id, name });
    if (error) return showFieldErrors(form, error);
    successToast(t('passkeys.renamed'));
    onDone();
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput label={t('passkeys.name')} maxLength={longestName} data-autofocus {...form.getInputProps('name')} />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onCancel}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" loading={fetching}>
            {t('passkeys.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
