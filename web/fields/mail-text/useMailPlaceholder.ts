import { useTranslation } from 'react-i18next';
import { usePlaceholderLabel } from '#web/ui/usePlaceholderLabel.ts';

/** Returns the names of mail placeholders; those of messages already have theirs. */
export function useMailPlaceholder(): (name: string) => string {
  const { t, i18n } = useTranslation('fields');
  const general = usePlaceholderLabel();
  return (name) => {
    const key = name.replaceAll('.', '_');
    return i18n.exists(`fields:mail.name.${key}`) ? t(`mail.name.${key}`) : general(name);
  };
}
