import { printed } from '#server/platform/pdf/print.ts';
import type { Paper } from './paper.ts';

/** The PDF of a report, made in a thread of its own. */
export const printReport = (paper: Paper): Promise<Buffer> =>
  printed(new URL('./print-thread.ts', import.meta.url), paper);
