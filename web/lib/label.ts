import { useTranslation } from 'react-i18next';
import { type Label, labelIn } from '#shared/label.ts';

/** Says a text of both languages in the interface's. */
export function useLabel(): (label: Label) => string {
  const { i18n } = useTranslation();
  return (label) => labelIn(label, i18n.language);
}
