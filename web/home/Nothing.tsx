import type { ReactNode } from 'react';
import { Icon } from '#web/ui/Icon.tsx';
import classes from './HomePage.module.css';

/** One calm line for an empty section. */
export const Nothing = ({ title, children }: { title: string; children?: ReactNode }) => (
  <div className={classes['nothing']}>
    <Icon name="checkCircle" size={24} />
    <span>
      <strong>{title}</strong> {children}
    </span>
  </div>
);
