import { Button, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { apiMessage } from '#web/lib/i18n.ts';
import { successToast } from '#web/lib/toasts.ts';
import { fieldErrors } from '#web/ui/form.ts';
import { SetTriggerPinMutation, type TriggerState } from './queries.ts';

/** Sets a trigger's PIN; it can't be read afterwards. */
export function TriggerPin({ trigger, onSet }: { trigger: TriggerState; onSet: () => void }) {
  const { t } = useTranslation('administration');
  const [pin, setPin] = useState('');
  const [{ fetching, error }, set] = useMutation(SetTriggerPinMutation);
  const wrong = fieldErrors(error)['pin'];
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    const { data } = await set({ id: trigger.id, pin });
    if (!data) return;
    setPin('');
    successToast(t('trigger.pinSet'));
    onSet();
  };
  return (
    <form onSubmit={submit} noValidate aria-labelledby="trigger-pin">
      <Stack gap="sm">
        <Title order={3} id="trigger-pin">
          {t('trigger.pin')}
        </Title>
        <Text c={trigger.hasPin ? 'gray.6' : 'red.9'}>{t(trigger.hasPin ? 'trigger.hasPin' : 'trigger.noPin')}</Text>
        <Group gap="sm" align="flex-end">
          <TextInput
            label={t('trigger.newPin')}
            description={t('trigger.pinRule')}
            inputMode="numeric"
            autoComplete="off"
            maxLength={12}
            value={pin}
            error={wrong && apiMessage(wrong)}
            onChange={({ currentTarget }) => setPin(currentTarget.value.replace(/\D/g, ''))}
          />
          <Button type="submit" variant="default" loading={fetching} disabled={pin.length < 6}>
            {t('trigger.setPin')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
