import { parentPort, workerData } from 'node:worker_threads';
import { type EvidencePaper, evidencePdf } from './pdf.ts';

parentPort!.postMessage(await evidencePdf(workerData as EvidencePaper));
