import { fillPlaceholders, placeholdersIn } from '#shared/placeholders.ts';
import type { CellProps } from '#web/fields/cell.ts';
import { useMailPlaceholder } from '#web/fields/mail-text/useMailPlaceholder.ts';

/** A subject with its placeholders in words. */
export function SubjectCell({ value }: CellProps) {
  const labelOf = useMailPlaceholder();
  const subject = String(value);
  const labels = placeholdersIn(subject).map((name) => [name, `‹${labelOf(name)}›`]);
  return <span>{fillPlaceholders(subject, Object.fromEntries(labels))}</span>;
}
