import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { arePasskeysUsed } from '#server/accounts/passkeys/passkeys.ts';
import { relyingParty } from '#server/accounts/passkeys/relying-party.ts';
import { askDatabase } from '#server/api/http/ready.ts';
import type { App } from '#server/platform/context.ts';
import { defaultLanguage } from '#shared/languages.ts';
import { version } from '#shared/version.ts';
import { isUnclaimed } from './unclaimed.ts';

/** GET /api/status: database, queue, and data of signed-out pages. */
export function mountServerStatus(fastify: FastifyInstance, app: App): void {
  const databaseWorks = askDatabase(app);
  fastify.get('/api/status', async (_request, reply) => {
    const database = await databaseWorks();
    const queue = database && (await queueWorks(app).catch(() => false));
    const shown = database ? await publicSettings(app).catch(() => ({})) : {};
    const providers = database ? await signInProviders(app).catch(() => []) : [];
    const passkeys = database && (await offersPasskeys(app).catch(() => false));
    const restorable = database && (await isUnclaimed(app.db).catch(() => false));
    const works = database && queue;
    return reply.code(works ? 200 : 503).send({
      status: works ? 'ok' : 'unavailable',
      version,
      database,
      queue,
      ...shown,
      providers,
      passkeys,
      restorable,
    });
  });
}

async function queueWorks(app: App): Promise<boolean> {
  const { rows } = await sql<{ workers: boolean }>`
    select exists (select 1 from nodes where 'worker' = any(roles) and heartbeat_at > now() - interval '30 seconds') as workers
    from pgboss.queue limit 1`.execute(app.db);
  return rows.length === 1 && (rows[0]!.workers || app.roles.includes('worker'));
}

/** Whether anyone has a passkey. */
const offersPasskeys = async (app: App): Promise<boolean> => relyingParty(app) !== null && arePasskeysUsed(app.db);

/** Providers for buttons; none is called. */
const signInProviders = ({ db }: App): Promise<{ id: number; label: string }[]> =>
  db
    .selectFrom('oidcProviders')
    .select(['id', 'label'])
    .where('isActive', '=', true)
    .orderBy('label')
    .orderBy('id')
    .execute();

async function publicSettings({ db }: App): Promise<object> {
  const keys = [
    'registration_open',
    'trusted_devices',
    'system_name',
    'organisation_name',
    'system_logo',
    'favicon',
    'server_type',
    'default_language',
    'imprint_url',
    'privacy_url',
  ];
  const rows = await db
    .selectFrom('systemSettings as s')
    .leftJoin('files as f', 'f.id', 's.fileId')
    .select(['s.valueKey', 's.valueStr', 'f.key'])
    .where('s.valueKey', 'in', keys)
    .execute();
  const text = (key: string) => rows.find((row) => row.valueKey === key)?.valueStr || null;
  const picture = (key: string) => {
    const file = rows.find((row) => row.valueKey === key)?.key;
    return file ? `/files/${file}` : null;
  };
  return {
    registrationOpen: text('registration_open') !== 'false',
    trustedDevices: text('trusted_devices') !== 'false',
    systemName: text('system_name') ?? 'Meldekette',
    organisationName: text('organisation_name'),
    logoUrl: picture('system_logo'),
    faviconUrl: picture('favicon'),
    serverType: text('server_type') === 'production' ? 'production' : 'test',
    defaultLanguage: text('default_language') ?? defaultLanguage,
    imprintUrl: text('imprint_url'),
    privacyUrl: text('privacy_url'),
  };
}
