import { useTranslation } from 'react-i18next';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import type { CellProps } from './cell.ts';
import classes from './fields.module.css';

/** The chosen option, or options, in words. */
export function SelectCell({ name, value }: CellProps) {
  const { t } = useTranslation('administration');
  const chosen = (Array.isArray(value) ? value : [value]).map(String);
  if (!Array.isArray(value)) return <span>{t(`option.${name}.${chosen[0]}`)}</span>;
  return (
    <span className={classes['badges']}>
      {chosen.map((option) => (
        <StatusBadge key={option} tone="neutral">
          {t(`option.${name}.${option}`)}
        </StatusBadge>
      ))}
    </span>
  );
}
