import type { App } from '#server/platform/context.ts';
import type { SystemMail } from '#server/platform/jobs/system-mail.ts';
import { tokenOf } from '#server/platform/secrets.ts';

const pages = { verify: '/verify-user/', reset: '/reset-password/', invite: '/reset-password/' } as const;

/**
 * Returns the target of `{{ link }}`: a token's page, a page, or nothing (""). Null if the token is invalid, so that
 * the mail is pointless.
 */
export async function findMailLink(
  app: Pick<App, 'db' | 'secrets' | 'publicUrl'>,
  { tokenId, personTokenId, page }: Pick<SystemMail, 'tokenId' | 'personTokenId' | 'page'>,
): Promise<string | null> {
  if (personTokenId !== undefined) return findOwnDataLink(app, personTokenId);
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

async function findOwnDataLink(
  app: Pick<App, 'db' | 'secrets' | 'publicUrl'>,
  personTokenId: number,
): Promise<string | null> {
  const token = await app.db
    .selectFrom('personTokens')
    .select('nonce')
    .where('id', '=', personTokenId)
    .where('expiresAt', '>', new Date())
    .executeTakeFirst();
  return token ? `${app.publicUrl}/p/${tokenOf(app.secrets.link, token.nonce)}` : null;
}
