import type { FastifyInstance } from 'fastify';
import { loadSoon } from '#server/api/http/load-soon.ts';
import { mountSheet } from '#server/api/http/sheet.ts';
import { type App, can } from '#server/platform/context.ts';
import { Refusal } from '#server/platform/errors.ts';
import { entities } from '#shared/administration/entities.ts';
import { collectionPathOf } from '#shared/administration/entity.ts';

/**
 * Mounts GET /api/v2/{entities}.csv and .xlsx with `search`, `sort` (descending after a minus), switches and references
 * as filters. Needs the feature for changes. Excludes pictures, relations and channel settings.
 */
export function mountEntityExports(fastify: FastifyInstance, app: App): void {
  const exporting = loadSoon(fastify, () => import('./export.ts'));
  for (const entity of entities) {
    mountSheet(fastify, app, collectionPathOf(entity), async (ctx, { query }) => {
      if (!can(ctx, entity.feature)) throw new Refusal('error_forbidden');
      const { sheetOfEntity } = await exporting();
      return sheetOfEntity(ctx, entity, query as Record<string, unknown>);
    });
  }
}
