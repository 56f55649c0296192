import { printed } from '#server/platform/pdf/print.ts';
import type { LogPaper } from './paper.ts';

/** The PDF of a log. */
export const printLog = (paper: LogPaper): Promise<Buffer> =>
  printed(new URL('./print-thread.ts', import.meta.url), paper);
