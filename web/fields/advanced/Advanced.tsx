import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './Advanced.module.css';

/** What hardly anybody needs, folded away; `isOpen` where something in it has to be seen. */
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
