import { listPage, type Page, type PageArgs } from '#server/api/graphql/page.ts';
import type { Row } from '#server/api/graphql/types.ts';
import type { Context } from '#server/platform/context.ts';

/** Returns API keys, newest first, including revoked ones. */
export const listApiKeys = (ctx: Context, args: PageArgs): Promise<Page<Row<'apiKeys'>>> =>
  listPage(ctx, args, ctx.db.selectFrom('apiKeys').selectAll(), [{ key: 'id', direction: 'desc' }]);
