import { DateTime } from '#web/ui/DateTime.tsx';
import type { CellProps } from './cell.ts';

/** A moment in the installation's time zone. */
export const DateTimeCell = ({ value }: CellProps) => <DateTime value={String(value)} />;
