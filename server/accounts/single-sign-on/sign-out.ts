import { sql } from 'kysely';
import { buildEndSessionUrl } from 'openid-client';
import { idTokenContext } from '#server/accounts/sessions.ts';
import type { App } from '#server/platform/context.ts';
import { unseal } from '#server/platform/secrets.ts';
import { connectTo } from './connection.ts';
import { findProvider } from './providers.ts';

const patience = 2000;

/**
 * Returns the provider's sign-out address (RP-initiated logout). Null if there is none or it is away: signing out never
 * waits for it.
 */
export async function signOutUrl(app: App, sessionId: string): Promise<string | null> {
  const { rows } = await sql<{ providerId: number; idToken: Buffer | null }>`
    select provider_id, id_token from sessions where id = ${sessionId}::uuid and provider_id is not null`.execute(
    app.db,
  );
  const session = rows[0];
  if (!session) return null;
  const late = new Promise<null>((resolve) => setTimeout(resolve, patience, null).unref());
  return Promise.race([late, addressOf(app, sessionId, session)]).catch(() => null);
}

async function addressOf(
  app: App,
  sessionId: string,
  { providerId, idToken }: { providerId: number; idToken: Buffer | null },
): Promise<string | null> {
  const configuration = await connectTo(app, await findProvider(app.db, providerId));
  if (!configuration.serverMetadata().end_session_endpoint) return null;
  const hint = idToken && unseal<string>(app.secrets.store, idTokenContext(sessionId), idToken);
  const url = buildEndSessionUrl(configuration, {
    post_logout_redirect_uri: `${app.publicUrl}/`,
    ...(hint ? { id_token_hint: hint } : {}),
  });
  return /^https?:$/.test(url.protocol) ? url.href : null;
}
