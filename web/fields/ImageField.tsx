import { useState } from 'react';
import type { CellProps } from './cell.ts';
import classes from './fields.module.css';
import { type FieldOf, type InputProps, useFrame } from './frame.ts';
import { type Picture, PictureInput } from './picture/PictureInput.tsx';

/** A small picture on its intended background. */
export function ImageCell({ field, value, full = false }: CellProps<FieldOf<'image'>>) {
  const { contentUrl } = value as { contentUrl: string };
  return (
    <span className={classes['image']} data-dark={field.ground === 'dark'} data-full={full}>
      <img src={contentUrl} alt="" />
    </span>
  );
}

/** Uploads a picture; displays the stored one until then. */
export function ImageInput(props: InputProps<FieldOf<'image'>>) {
  const { label, field, value, onChange } = props;
  const stored = props.stored as Picture | null | undefined;
  const [uploaded, setUploaded] = useState<Picture | null>(null);
  const picture = [uploaded, stored].find((one) => one && one.id === value) ?? null;
  return (
    <PictureInput
      frame={useFrame(props)}
      name={label}
      picture={picture}
      grounds={field.ground === 'dark' ? ['dark', 'light'] : ['light', 'dark']}
      hasSet
      onChange={(chosen) => {
        setUploaded(chosen);
        onChange(chosen?.id ?? null);
      }}
    />
  );
}
