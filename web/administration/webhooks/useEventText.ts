import { useTranslation } from 'react-i18next';

/** What a webhook is told, in words. */
export function useEventText(): (type: string) => string {
  const { t } = useTranslation('webhooks');
  return (type) => {
    const name = type.replace('.', '_'); // a dot would part the key
    return t(`event.${name}`);
  };
}
