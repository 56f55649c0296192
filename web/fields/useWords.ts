import { useTranslation } from 'react-i18next';
import { asWords, type Shape } from '#shared/fields/kinds.ts';
import { useSystem } from '#web/lib/system.tsx';

/** Says a value by its kind in the reader's language; nothing is an empty text. */
export function useWords(): (shape: Shape, value: unknown) => string {
  const { i18n } = useTranslation();
  const { timeZone } = useSystem();
  return (shape, value) => asWords(shape, value, { language: i18n.language, timeZone });
}
