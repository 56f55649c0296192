import { listPage, type Page, type PageArgs } from '#server/api/graphql/page.ts';
import type { Row } from '#server/api/graphql/types.ts';
import type { Context } from '#server/platform/context.ts';
import { type Setting, settings } from '#shared/settings.ts';

const keysOf = (isShown: (open: Setting['open']) => boolean) =>
  Object.entries<Setting>(settings).flatMap(([key, { open }]) => (isShown(open) ? [key] : []));
const signedOut = keysOf((open) => open === 'signedOut');
const inSession = keysOf((open) => open !== undefined);

/** Returns settings; without a session those of the sign-in page. */
export const listSettings = (ctx: Context, args: PageArgs): Promise<Page<Row<'systemSettings'>>> =>
  listPage(ctx, args, readable(ctx));

/** Returns a setting; null if the viewer can't read it. */
export const findSetting = async (ctx: Context, id: number): Promise<Row<'systemSettings'> | null> =>
  (await readable(ctx).where('id', '=', id).executeTakeFirst()) ?? null;

function readable({ db, viewer }: Context) {
  const keys = !viewer ? signedOut : viewer.mustSetUpTotp ? inSession : Object.keys(settings);
  return db.selectFrom('systemSettings').selectAll().where('valueKey', 'in', keys);
}
