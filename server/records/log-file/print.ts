import { printed } from '#server/platform/pdf/print.ts';
import type { LogPaper } from './paper.ts';

/** Creates the PDF of a log in a separate thread. */
export const printLog = (paper: LogPaper): Promise<Buffer> =>
  printed(new URL('./print-thread.ts', import.meta.url), paper);
