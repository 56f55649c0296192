import { Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { OwnAbsences } from '#web/absences/OwnAbsences.tsx';
import { PhoneHint } from '#web/fields/phone/PhoneHint.tsx';
import { successToast } from '#web/lib/toasts.ts';
import { useViewer } from '#web/lib/viewer.tsx';
import { showFieldErrors } from '#web/ui/form.ts';
import { Page } from '#web/ui/Page.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { AvatarField, type StoredPicture } from './AvatarField.tsx';
import { DevicesPanel } from './devices/DevicesPanel.tsx';
import { OwnAccess } from './OwnAccess.tsx';
import { OwnChannelTest } from './OwnChannelTest.tsx';
import { UpdateProfileMutation } from './queries.ts';
import { required } from './validation.ts';

/** Changes the user's name, phone number and picture. */
export function UpdateProfilePage() {
  const { t } = useTranslation('auth');
  const { user, refetch } = useViewer();
  const [picture, setPicture] = useState<StoredPicture | null>(user.image);
  const [{ fetching }, update] = useMutation(UpdateProfileMutation);
  const form = useForm({
    initialValues: {
      firstName: user.firstName,
      lastName: user.lastName,
      mobilePhoneNumber: user.mobilePhoneNumber ?? '',
    },
    validate: { firstName: required, lastName: required },
  });
  const submit = form.onSubmit(async (values) => {
    const input = { ...values, mobilePhoneNumber: values.mobilePhoneNumber.trim() || null, image: picture?.id ?? null };
    const result = await update({ input });
    if (result.error) return showFieldErrors(form, result.error);
    refetch();
    successToast(t('profile.done'));
  });
  return (
    <Page title={t('profile.title')} width="narrow">
      <Stack gap="lg">
        <Panel>
          <form onSubmit={submit} noValidate>
            <Stack gap="md">
              <AvatarField user={user} picture={picture} onChange={setPicture} />
              <TextInput label={t('firstName')} autoComplete="given-name" {...form.getInputProps('firstName')} />
              <TextInput label={t('lastName')} autoComplete="family-name" {...form.getInputProps('lastName')} />
              <TextInput label={t('email')} value={user.email} readOnly description={t('profile.emailFixed')} />
              <div>
                <TextInput
                  type="tel"
                  label={t('mobilePhoneNumber')}
                  description={t('optional')}
                  autoComplete="tel"
                  {...form.getInputProps('mobilePhoneNumber')}
                />
                <PhoneHint number={form.getValues().mobilePhoneNumber} isMobile />
              </div>
              <Button type="submit" loading={fetching} mt="xs">
                {t('profile.submit')}
              </Button>
            </Stack>
          </form>
        </Panel>
        <OwnAbsences />
        <DevicesPanel />
        <OwnChannelTest />
        <OwnAccess />
      </Stack>
    </Page>
  );
}
