import { parentPort, workerData } from 'node:worker_threads';
import type { LogPaper } from './paper.ts';
import { logPdf } from './pdf.ts';

parentPort!.postMessage(await logPdf(workerData as LogPaper));
