import { Checkbox, Stack, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import classes from '#web/contacts/contacts.module.css';
import type { PersonValues } from './person-values.ts';

type Props = { form: UseFormReturnType<PersonValues>; isEmailSent: boolean };

/** The fixed part of a person's form: names, crisis team, registration mail. */
export function PersonNames({ form, isEmailSent }: Props) {
  const { t } = useTranslation('contacts');
  return (
    <>
      <div className={classes['names']}>
        <TextInput label={t('form.title')} placeholder={t('form.titleHint')} {...form.getInputProps('title')} />
        <TextInput label={t('form.firstName')} required data-autofocus {...form.getInputProps('firstName')} />
        <TextInput label={t('form.lastName')} required {...form.getInputProps('lastName')} />
      </div>
      <Stack gap="sm">
        <Checkbox
          size="md"
          label={t('form.isCrisis')}
          description={t('form.crisisHint')}
          {...form.getInputProps('isCrisis', { type: 'checkbox' })}
        />
        <Checkbox
          size="md"
          label={t(isEmailSent ? 'form.mailAgain' : 'form.sendRegistrationMail')}
          description={t('form.mailHint')}
          {...form.getInputProps('sendRegistrationMail', { type: 'checkbox' })}
        />
      </Stack>
    </>
  );
}
