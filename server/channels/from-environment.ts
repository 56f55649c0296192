import type { App } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { seal } from '#server/platform/secrets.ts';
import type { AdapterApp, Sender } from './channel.ts';
import { confirmedNow } from './confirmed-server.ts';
import { adapterFor } from './registry.ts';

/** Converts a mail server's URL to the settings of an e-mail channel. */
export function emailSettings(url: string, from: string | undefined) {
  const server = new URL(url);
  const user = decodeURIComponent(server.username);
  const password = decodeURIComponent(server.password);
  const tls = server.protocol === 'smtps:';
  // a password requires encryption; a relay without one is local
  const secure = tls ? 'tls' : user ? 'starttls' : 'none';
  return {
    settings: {
      host: server.hostname,
      port: Number(server.port || (tls ? 465 : user ? 587 : 25)),
      secure,
      ...(user ? { user } : {}),
      from: from ?? (user.includes('@') ? user : `meldekette@${server.hostname}`),
    },
    hidden: password ? { password } : null,
  };
}

/** Opens the mail server of SMTP_URL; null without one. */
export function openConfigured(app: AdapterApp & Pick<App, 'config'>): Sender | null {
  const { SMTP_URL, MAIL_FROM } = app.config;
  const adapter = adapterFor('email', {});
  if (!SMTP_URL || !adapter) return null;
  const { settings, hidden } = emailSettings(SMTP_URL, MAIL_FROM);
  return adapter.open({ ...settings, ...hidden }, app);
}

/** Creates the channel "E-Mail" from SMTP_URL unless a mail channel exists or existed; completes an unfinished one. */
export async function seedEmailChannel(app: Pick<App, 'config' | 'secrets'>, tx: Tx): Promise<void> {
  const { SMTP_URL, MAIL_FROM } = app.config;
  if (!SMTP_URL) return;
  const { settings, hidden } = emailSettings(SMTP_URL, MAIL_FROM);
  const known = { description: `Über ${settings.host}`, settings: JSON.stringify(settings), isActive: true };
  const channel = await tx
    .insertInto('channels')
    .values((eb) => ({
      identifier: 'email',
      name: 'E-Mail',
      ...known,
      channelTypeId: eb.selectFrom('channelTypes').select('id').where('identifier', '=', 'email'),
    }))
    .onConflict((c) =>
      c
        .column('identifier')
        .doUpdateSet(known)
        .where((eb) => eb(eb.cast('channels.settings', 'text'), '=', '{}'))
        .where('channels.secrets', 'is', null),
    )
    .returning('id')
    .executeTakeFirst();
  if (!channel) return;
  await confirmedNow(tx, channel.id); // the operator controls the environment and owns the installation
  if (!hidden) return;
  const secrets = seal(app.secrets.store, `channels/${channel.id}`, hidden);
  await tx.updateTable('channels').set({ secrets }).where('id', '=', channel.id).execute();
}
