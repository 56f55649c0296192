import { type ReactNode, useState } from 'react';
import { Icon } from '#web/ui/Icon.tsx';
import type { IconName } from '#web/ui/icons.ts';
import { useUnfolded } from '#web/ui/print/Paper.tsx';
import classes from './Folded.module.css';

type Props = {
  label: string;
  /** The label on paper. */
  onPaper?: string;
  icon?: IconName;
  /** Shows the whole label on phones too. */
  isWhole?: boolean;
  children: ReactNode;
};

/** Details that open on request, and on paper. */
export function Folded({ label, onPaper: printed, icon, isWhole = false, children }: Props) {
  const [opened, setOpened] = useState(false);
  const onPaper = useUnfolded();
  return (
    <details
      className={classes['folded']}
      open={opened || onPaper}
      onToggle={({ currentTarget }) => !onPaper && setOpened(currentTarget.open)}
    >
      <summary className={classes['summary']}>
        <Icon name={opened ? 'chevronDown' : 'chevronRight'} size={18} className={classes['chevron']} />
        {icon && <Icon name={icon} size={20} />}
        <span data-whole={isWhole} className={`${classes['label']} ${printed ? classes['screen'] : ''}`}>
          {label}
        </span>
        {printed && <span className={classes['paper']}>{printed}</span>}
      </summary>
      {(opened || onPaper) && <div className={classes['content']}>{children}</div>}
    </details>
  );
}
