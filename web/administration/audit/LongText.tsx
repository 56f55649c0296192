import { UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './audit.module.css';

type Props = { className?: string | undefined; children: string };

/** A text; a long one is collapsed after its beginning. */
export function LongText({ className = '', children }: Props) {
  const { t } = useTranslation('administration');
  const [open, setOpen] = useState(false);
  const isLong = children.length > 280 || children.split('\n').length > 5;
  return (
    <div className={classes['value']}>
      <div className={className} data-clamped={isLong && !open}>
        {children}
      </div>
      {isLong && (
        <UnstyledButton className={classes['more']} aria-expanded={open} onClick={() => setOpen(!open)}>
          {t(open ? 'audit.less' : 'audit.more')}
        </UnstyledButton>
      )}
    </div>
  );
}
