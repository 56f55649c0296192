import { useTranslation } from 'react-i18next';
import { limits } from '#shared/limits.ts';

/** Returns the error in the name of a group or mailing list, or null. */
export function useNameCheck(): (name: string) => string | null {
  const { t } = useTranslation('contacts');
  return (name) => {
    if (name.trim() === '') return t('form.nameMissing');
    return name.length > limits.nameMaximum ? t('form.nameLong', { count: limits.nameMaximum }) : null;
  };
}
