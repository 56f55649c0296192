import type { Shape } from '#shared/fields/kinds.ts';
import type { CellProps } from './cell.ts';
import type { FieldOf } from './frame.ts';
import { useWords } from './useWords.ts';

/** A value in words: a number with its unit, the name of what was chosen, a day. */
export function WordsCell({ field, value }: CellProps<FieldOf<Shape['kind']>>) {
  return <span>{useWords()(field, value)}</span>;
}
