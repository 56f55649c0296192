import type { FastifyInstance } from 'fastify';
import { mountDownload } from '#server/api/http/download.ts';
import { seesPrivateData } from '#server/api/private-data.ts';
import type { App } from '#server/platform/context.ts';
import { Refusal } from '#server/platform/errors.ts';
import { printed } from '#server/platform/pdf/print.ts';
import { loadFolder } from './folder.ts';
import { folderFileName } from './words.ts';

/** Mounts GET /api/v2/crisis_folder.pdf. Requires edit_contact, because of private numbers. */
export function mountCrisisFolder(fastify: FastifyInstance, app: App): void {
  mountDownload(fastify, app, '/api/v2/crisis_folder.pdf', async (ctx) => {
    if (!seesPrivateData(ctx)) throw new Refusal('error_forbidden');
    const folder = await loadFolder(ctx);
    const content = await printed(new URL('./print-thread.ts', import.meta.url), folder);
    return { name: folderFileName(folder), content, hasContacts: true };
  });
}
