import type { CSSProperties } from 'react';
import { Icon } from '#web/ui/Icon.tsx';
import type { IconName } from '#web/ui/icons.ts';
import { inkOn } from './ink.ts';
import classes from './Sign.module.css';

type Picture = { contentUrl: string } | null;

type Props = {
  colour: string;
  /** For a coloured background. */
  picture: Picture;
  /** For a light background without another picture. */
  lightPicture: Picture;
  /** Replaces a missing picture. */
  icon: IconName;
  size?: number;
  /** By default, it is decorative. */
  label?: string | undefined;
};

/** A small picture on its colour. */
export function Sign({ colour, picture, lightPicture, icon, size = 24, label }: Props) {
  const shown = picture ?? lightPicture;
  const isLight = picture === null && lightPicture !== null;
  const inner = Math.round(size * (shown ? 0.72 : 0.68));
  const style = {
    width: size,
    height: size,
    ...(isLight ? { '--sign-colour': colour } : { background: colour, color: inkOn(colour) }),
  } as CSSProperties;
  return (
    <span
      className={classes['sign']}
      data-light={isLight}
      style={style}
      {...(label ? { role: 'img', 'aria-label': label, title: label } : { 'aria-hidden': true })}
    >
      {shown ? <img src={shown.contentUrl} alt="" width={inner} height={inner} /> : <Icon name={icon} size={inner} />}
    </span>
  );
}
