import { listPage, type Page, type PageArgs } from '#server/api/graphql/page.ts';
import type { Row } from '#server/api/graphql/types.ts';
import type { Context } from '#server/platform/context.ts';
import { type Setting, settings } from '#shared/settings.ts';

const keysOf = (isShown: (open: Setting['open']) => boolean) =>
  Object.entries<Setting>(settings).flatMap(([key, { open }]) => (isShown(open) ? [key] : []));
const signedOut = keysOf((open) => open === 'signedOut');
const inSession = keysOf((open) => open !== undefined);

/** Returns settings; without a session those of the sign-in page. */
export function listSettings(ctx: Context, args: PageArgs): Promise<Page<Row<'systemSettings'>>> {
  const keys = !ctx.viewer ? signedOut : ctx.viewer.mustSetUpTotp ? inSession : Object.keys(settings);
  return listPage(ctx, args, ctx.db.selectFrom('systemSettings').selectAll().where('valueKey', 'in', keys));
}
