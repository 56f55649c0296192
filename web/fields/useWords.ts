import { useTranslation } from 'react-i18next';
import { asWords, type Shape } from '#shared/fields/kinds.ts';
import { useSystem } from '#web/lib/system.tsx';

/** Returns a value in the reader's language by its kind; an empty text for none. */
export function useWords(): (shape: Shape, value: unknown) => string {
  const { i18n } = useTranslation();
  const { timeZone } = useSystem();
  return (shape, value) => asWords(shape, value, { language: i18n.language, timeZone });
}
