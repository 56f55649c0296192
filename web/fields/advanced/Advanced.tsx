import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './Advanced.module.css';

/** Rarely needed fields, collapsed unless `isOpen`. */
export function Advanced({ isOpen, children }: { isOpen: boolean; children: ReactNode }) {
  const { t } = useTranslation('common');
  const [open, setOpen] = useState(false);
  return (
    <details
      className={classes['advanced']}
      open={open || isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>{t('advanced')}</summary>
      {children}
    </details>
  );
}
