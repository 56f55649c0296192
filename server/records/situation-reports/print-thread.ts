import { parentPort, workerData } from 'node:worker_threads';
import type { Paper } from './paper.ts';
import { situationReportPdf } from './pdf.ts';

parentPort!.postMessage(await situationReportPdf(workerData as Paper));
