import { type ReactNode, useState } from 'react';
import { Icon } from '#web/ui/Icon.tsx';
import type { IconName } from '#web/ui/icons.ts';
import { useUnfolded } from '#web/ui/print/Paper.tsx';
import classes from './Folded.module.css';

type Props = { label: string; icon?: IconName; children: ReactNode };

/** Something that is there for who wants to know it, folded away until it is opened; on paper it stands open. */
export function Folded({ label, icon, children }: Props) {
  const [opened, setOpened] = useState(false);
  const onPaper = useUnfolded();
  return (
    <details
      className={classes['folded']}
      open={opened || onPaper}
      onToggle={({ currentTarget }) => !onPaper && setOpened(currentTarget.open)}
    >
      <summary className={classes['summary']}>
        <Icon name={opened ? 'chevronDown' : 'chevronRight'} size={18} />
        {icon && <Icon name={icon} size={20} />}
        {label}
      </summary>
      {(opened || onPaper) && <div className={classes['content']}>{children}</div>}
    </details>
  );
}
