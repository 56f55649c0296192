import { useTranslation } from 'react-i18next';
import { questionOf } from '#shared/placeholders.ts';

/** Returns a placeholder's name; an unknown one unchanged. */
export function usePlaceholderLabel(): (name: string) => string {
  const { t, i18n } = useTranslation('messages');
  return (name) => {
    const key = name.replaceAll('.', '_');
    return questionOf(name) ?? (i18n.exists(`messages:placeholder.${key}`) ? t(`placeholder.${key}`) : name);
  };
}
