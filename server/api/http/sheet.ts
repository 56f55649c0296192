import type { FastifyInstance, FastifyRequest, RouteGenericInterface } from 'fastify';
import type { SignedIn } from '#server/api/viewer/viewer.ts';
import type { App } from '#server/platform/context.ts';
import type { Sheet } from '#server/platform/sheets/cells.ts';
import { sheetFile, sheetFormats } from '#server/platform/sheets/sheet.ts';
import { mountDownload } from './download.ts';

/** Mounts GET `path`.csv and `path`.xlsx like `mountDownload`. */
export function mountSheet<Route extends RouteGenericInterface>(
  fastify: FastifyInstance,
  app: App,
  path: string,
  make: (ctx: SignedIn, request: FastifyRequest<Route>) => Promise<Sheet>,
): void {
  for (const format of sheetFormats) {
    mountDownload<Route>(fastify, app, `${path}.${format}`, async (ctx, request) => {
      const sheet = await make(ctx, request);
      return { ...sheetFile(sheet, format), hasContacts: sheet.hasContacts ?? false };
    });
  }
}
