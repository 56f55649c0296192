import { printed } from '#server/platform/pdf/print.ts';
import type { Paper } from './paper.ts';

/** Creates the report's PDF in a separate thread. */
export const printReport = (paper: Paper): Promise<Buffer> =>
  printed(new URL('./print-thread.ts', import.meta.url), paper);
