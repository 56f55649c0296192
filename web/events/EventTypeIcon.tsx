import { Icon } from '#web/ui/Icon.tsx';
import classes from './EventTypeIcon.module.css';

type Props = { type: { icon: { contentUrl: string } | null } | null | undefined; size?: number };

/** The picture of an event type, or a general one; decorative. */
export function EventTypeIcon({ type, size = 44 }: Props) {
  return (
    <span className={classes['typeIcon']} style={{ width: size, height: size }} aria-hidden="true">
      {type?.icon ? (
        <img src={type.icon.contentUrl} alt="" width={size * 0.6} height={size * 0.6} />
      ) : (
        <Icon name="event" size={size * 0.55} />
      )}
    </span>
  );
}
