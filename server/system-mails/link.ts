import type { App } from '../context.ts';
import { tokenOf } from '../secrets.ts';
import type { SystemMail } from './send.ts';

const pages = { verify: '/verify-user/', reset: '/reset-password/', invite: '/reset-password/' } as const;

/**
 * What `{{ link }}` stands for: the page a token opens, or a page of the application, or nothing ("").
 * Null when the token was used, replaced or has expired: then the mail is pointless.
 */
export async function findMailLink(
  app: Pick<App, 'db' | 'secrets' | 'publicUrl'>,
  { tokenId, page }: Pick<SystemMail, 'tokenId' | 'page'>,
): Promise<string | null> {
  if (tokenId === undefined) return page === undefined ? '' : `${app.publicUrl}/#${page}`;
  const token = await app.db
    .selectFrom('oneTimeTokens')
    .select(['kind', 'nonce'])
    .where('id', '=', tokenId)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', new Date())
    .executeTakeFirst();
  if (!token) return null;
  return `${app.publicUrl}/#${pages[token.kind as keyof typeof pages]}${tokenOf(app.secrets.link, token.nonce)}`;
}
