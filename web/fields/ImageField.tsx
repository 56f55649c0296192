import { useState } from 'react';
import type { CellProps } from './cell.ts';
import classes from './fields.module.css';
import { type InputProps, useFrame } from './input.ts';
import { type Picture, PictureInput } from './PictureInput.tsx';

// these are drawn in white
const onDark = (name: string) => name === 'whiteIcon' || name === 'secondaryIcon';

/** A picture, small; white ones stand on a dark ground. */
export function ImageCell({ name, value, full = false }: CellProps) {
  const { contentUrl } = value as { contentUrl: string };
  return (
    <span className={classes['image']} data-dark={onDark(name)} data-full={full}>
      <img src={contentUrl} alt="" />
    </span>
  );
}

/** A picture to upload; the stored one is shown until another was chosen. */
export function ImageInput(props: InputProps) {
  const { name, value, onChange, row } = props;
  const stored = row?.[name] as Picture | null | undefined;
  const [uploaded, setUploaded] = useState<Picture | null>(null);
  const picture = [uploaded, stored].find((one) => one && one.id === value) ?? null;
  return (
    <PictureInput
      frame={useFrame(props)}
      picture={picture}
      grounds={[onDark(name) ? 'dark' : 'light']}
      onChange={(chosen) => {
        setUploaded(chosen);
        onChange(chosen?.id ?? null);
      }}
    />
  );
}
