import { parentPort, workerData } from 'node:worker_threads';
import type { AfterActionPaper } from './paper.ts';
import { afterActionPdf } from './pdf.ts';

parentPort!.postMessage(await afterActionPdf(workerData as AfterActionPaper));
