import { printed } from '#server/platform/pdf/print.ts';
import type { AfterActionPaper } from './paper.ts';

/** Creates the after-action PDF in a separate thread. */
export const printAfterAction = (paper: AfterActionPaper): Promise<Buffer> =>
  printed(new URL('./print-thread.ts', import.meta.url), paper);
