import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDone } from './FormDone.tsx';
import { PasswordForm } from './PasswordForm.tsx';

/** Confirms the address of a registration and sets its password. */
export function VerifyUserPage() {
  const { t } = useTranslation('auth');
  const [done, setDone] = useState(false);
  if (done) return <FormDone title={t('verify.doneTitle')} text={t('verify.doneText')} />;
  return (
    <PasswordForm
      path="/api/verify"
      title={t('verify.title')}
      text={t('verify.text')}
      submit={t('verify.submit')}
      onDone={() => setDone(true)}
    />
  );
}
