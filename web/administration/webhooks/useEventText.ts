import { useTranslation } from 'react-i18next';

/** Returns a webhook's event type in words. */
export function useEventText(): (type: string) => string {
  const { t } = useTranslation('webhooks');
  return (type) => {
    const name = type.replace('.', '_'); // a dot would split the key
    return t(`event.${name}`);
  };
}
