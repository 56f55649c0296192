import type { FieldKind } from './kind.ts';

/** A picture that was uploaded. */
export interface ImageShape {
  kind: 'image';
  /** What it is shown on; a light ground without. */
  ground?: 'light' | 'dark';
}

/** A picture by the id of its file; whose file it is, the server asks. */
export const image: FieldKind<ImageShape, string | number> = {
  value: 'file',
  check(given) {
    if (given === null || given === undefined || given === '') return { value: null };
    return typeof given === 'string' || typeof given === 'number' ? { value: given } : { fault: 'error_invalid_input' };
  },
};
