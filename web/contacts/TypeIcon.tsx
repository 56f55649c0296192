import { Icon } from '#web/ui/Icon.tsx';
import type { IconName } from '#web/ui/icons.ts';
import classes from './contacts.module.css';

type Props = { type: { icon: { contentUrl: string } | null } | null; fallback: IconName };

/** The picture of a type of group or list; decorative. */
export function TypeIcon({ type, fallback }: Props) {
  return (
    <span className={classes['typeIcon']} aria-hidden="true">
      {type?.icon ? (
        <img src={type.icon.contentUrl} alt="" width={26} height={26} />
      ) : (
        <Icon name={fallback} size={24} />
      )}
    </span>
  );
}
