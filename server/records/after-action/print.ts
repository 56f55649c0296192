import { printed } from '#server/platform/pdf/print.ts';
import type { AfterActionPaper } from './paper.ts';

/** The PDF of what one looks back at, made in a thread of its own. */
export const printAfterAction = (paper: AfterActionPaper): Promise<Buffer> =>
  printed(new URL('./print-thread.ts', import.meta.url), paper);
