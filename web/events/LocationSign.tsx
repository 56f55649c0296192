import { Icon } from '#web/ui/Icon.tsx';
import classes from './LocationSign.module.css';

type Props = { location: { icon: { contentUrl: string } | null } | null | undefined; size?: number };

/** The picture of a location, or a pin; decorative. */
export const LocationSign = ({ location, size = 22 }: Props) =>
  location?.icon ? (
    <img className={classes['picture']} src={location.icon.contentUrl} alt="" width={size} height={size} />
  ) : (
    <Icon name="location" size={size} />
  );
