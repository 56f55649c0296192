import { useTranslation } from 'react-i18next';
import { type Label, textIn } from '#shared/label.ts';

/** Returns a function that gives a label in the interface's language. */
export function useLabel(): (label: Label) => string {
  const { i18n } = useTranslation();
  return (label) => textIn(label, i18n.language);
}
