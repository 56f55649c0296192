import { useTranslation } from 'react-i18next';

type Outcome = { status: string; responseStatus: number | null; error: string | null };

/** Returns the result of a delivery in words. */
export function useDeliveryText(): (outcome: Outcome) => string {
  const { t } = useTranslation('webhooks');
  return ({ error, responseStatus: code }) => {
    if (error) return t(`error.${error}`, { code });
    return code === null ? t('untried') : t('accepted', { code });
  };
}
