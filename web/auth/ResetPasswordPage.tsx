import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDone } from './FormDone.tsx';
import { PasswordForm } from './PasswordForm.tsx';

/** Sets a new password with the token of a mailed link. */
export function ResetPasswordPage() {
  const { t } = useTranslation('auth');
  const [done, setDone] = useState(false);
  if (done) return <FormDone title={t('reset.doneTitle')} text={t('reset.doneText')} />;
  return (
    <PasswordForm
      path="/api/reset-password"
      title={t('reset.title')}
      submit={t('reset.submit')}
      onDone={() => setDone(true)}
    />
  );
}
