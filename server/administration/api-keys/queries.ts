import type { Context } from '#server/context.ts';
import { listPage, type Page, type PageArgs } from '#server/graphql/page.ts';
import type { Row } from '#server/graphql/types.ts';

/** A page of the API keys, the newest first; revoked ones too. */
export const listApiKeys = (ctx: Context, args: PageArgs): Promise<Page<Row<'apiKeys'>>> =>
  listPage(ctx, args, ctx.db.selectFrom('apiKeys').selectAll(), [{ key: 'id', direction: 'desc' }]);
