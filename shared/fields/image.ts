import type { FieldKind } from './kind.ts';

/** An uploaded image. */
export interface ImageShape {
  kind: 'image';
  /** Background of the image; light by default. */
  ground?: 'light' | 'dark';
}

/** An image by its file id. */
export const image: FieldKind<ImageShape, string | number> = {
  value: 'file',
  check(given) {
    if (given === null || given === undefined || given === '') return { value: null };
    return typeof given === 'string' || typeof given === 'number' ? { value: given } : { fault: 'error_invalid_input' };
  },
};
