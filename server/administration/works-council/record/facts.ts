import { sql } from 'kysely';
import type { App } from '#server/platform/context.ts';
import { readSettings } from '#server/platform/settings/settings.ts';
import { settings } from '#shared/settings.ts';
import { type CouncilMode, readCouncilMode } from '../mode.ts';
import type { Periods } from './words.ts';

/** `address`: its host, if in the settings. */
export interface DataReceiver {
  kind: string;
  kindEn: string | null;
  name: string;
  address: string | null;
  isActive: boolean;
}

/** An installation's facts for the documents. */
export interface RecordFacts {
  organisation: string;
  made: Date;
  timeZone: string;
  periods: Periods;
  mode: CouncilMode;
  receivers: DataReceiver[];
  environment: { variable: string; isSet: boolean }[];
  /** Users per role. */
  users: Map<string, number>;
  people: number;
  hasTotpRoles: boolean;
  isBackedUp: boolean;
}

/** Reads the facts of this installation. */
export async function readRecordFacts({ db, config }: Pick<App, 'db' | 'config'>): Promise<RecordFacts> {
  const values = await readSettings(
    db,
    'organisation_name',
    'system_name',
    'time_zone',
    'retention_months',
    'security_log_days',
    'session_hours',
    'totp_roles',
  );
  const [mode, receivers, users, counted] = await Promise.all([
    readCouncilMode(db),
    readReceivers(db),
    sql<{ role: string; n: number }>`
      select r as role, count(*)::int as n from users u cross join lateral unnest(u.roles) r where u.is_active
      group by r`.execute(db),
    sql<{ people: number; isBackedUp: boolean }>`
      select (select count(*)::int from people where erased_at is null) as people,
        coalesce((select is_active from backup_settings limit 1), false) as is_backed_up`.execute(db),
  ]);
  return {
    organisation: values.organisation_name ?? values.system_name ?? 'Meldekette',
    made: new Date(),
    timeZone: values.time_zone ?? 'Europe/Berlin',
    periods: {
      retentionMonths: values.retention_months ?? null,
      securityDays: values.security_log_days ?? settings.security_log_days.default,
      sessionHours: values.session_hours ?? settings.session_hours.default,
    },
    mode,
    receivers,
    environment: (['HEARTBEAT_URL', 'SYSLOG_URL', 'OTHER_PLACE_URL'] as const).map((variable) => ({
      variable,
      isSet: Boolean(config[variable]),
    })),
    users: new Map(users.rows.map(({ role, n }) => [role, n])),
    people: counted.rows[0]!.people,
    hasTotpRoles: Boolean(values.totp_roles && values.totp_roles !== '[]'),
    isBackedUp: counted.rows[0]!.isBackedUp,
  };
}

type ReceiverRow = Omit<DataReceiver, 'address'> & { url: string | null };

async function readReceivers(db: App['db']): Promise<DataReceiver[]> {
  const { rows } = await sql<ReceiverRow>`
    select t.name as kind, t.name_en as kind_en, c.name, c.is_active,
      coalesce(c.settings->>'host', c.settings->>'url', c.settings->>'server', c.settings->>'provider') as url
    from channels c join channel_types t on t.id = c.channel_type_id
    union all select 'Webhook', null, name, is_active, url from webhooks
    union all select 'Anmeldedienst', 'Sign-in service', label, is_active, issuer from oidc_providers
    union all select 'Verzeichnis', 'Directory', label, true, url from directories
    order by 1, 3`.execute(db);
  return rows.map(({ url, ...row }) => ({ ...row, address: url && hostOf(url) }));
}

/** Leaves out paths and queries, which may hold secrets. */
const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host || url : url);
