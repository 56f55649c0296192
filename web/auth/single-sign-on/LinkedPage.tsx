import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { apiMessage } from '#web/lib/i18n.ts';
import { errorToast, successToast } from '#web/lib/toasts.ts';
import { LoadingState } from '#web/ui/states.tsx';
import { finishLink } from './link-requests.ts';

/** The page to which a provider returns a signed-in user: links it and shows the profile. */
export function LinkedPage() {
  const { t } = useTranslation('singleSignOn');
  const { search } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    let isShown = true;
    void finishLink(search).then((told) => {
      if (told === 'success_sso_linked') successToast(t('identities.linked'));
      else if (told) errorToast(apiMessage(told));
      if (isShown) void navigate(told ? '/updateprofile' : '/', { replace: true });
    });
    return () => {
      isShown = false;
    };
  }, [search, navigate, t]);
  return <LoadingState />;
}
