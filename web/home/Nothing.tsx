import type { ReactNode } from 'react';
import { Icon } from '#web/ui/Icon.tsx';
import classes from './HomePage.module.css';

/** Says in one calm line that there is nothing here at the moment. */
export const Nothing = ({ title, children }: { title: string; children?: ReactNode }) => (
  <div className={classes['nothing']}>
    <Icon name="checkCircle" size={24} />
    <span>
      <strong>{title}</strong> {children}
    </span>
  </div>
);
