import { useTranslation } from 'react-i18next';
import type { CellProps } from '#web/fields/cell.ts';

/** The occasion of a system mail, in words. */
export function OccasionCell({ value }: CellProps) {
  const { t, i18n } = useTranslation('administration');
  const isKnown = i18n.exists(`administration:systemMail.occasion.${value}`);
  return <span>{isKnown ? t(`systemMail.occasion.${value}`) : String(value)}</span>;
}
