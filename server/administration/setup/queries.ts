import type { Context } from '#server/context.ts';
import { listPage, type Page, type PageArgs } from '#server/graphql/page.ts';
import type { Row } from '#server/graphql/types.ts';
import { type Setting, settings } from '#shared/settings.ts';

const openKeys = Object.entries<Setting>(settings).flatMap(([key, { open }]) => (open ? [key] : []));

/**
 * A page of the settings; signed out, and before a second factor that is demanded is set up, only those that the
 * sign-in page shows.
 */
export function listSettings(ctx: Context, args: PageArgs): Promise<Page<Row<'systemSettings'>>> {
  const keys = ctx.viewer && !ctx.viewer.mustSetUpTotp ? Object.keys(settings) : openKeys;
  return listPage(ctx, args, ctx.db.selectFrom('systemSettings').selectAll().where('valueKey', 'in', keys));
}
