import { parentPort, workerData } from 'node:worker_threads';
import type { Folder } from './folder-content.ts';
import { folderPdf } from './pdf.ts';

parentPort!.postMessage(await folderPdf(workerData as Folder));
