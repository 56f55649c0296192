import { z } from 'zod';
import { fewestConnections, type ProcessRole } from './connection-shares.ts';
import { faultOfDatabaseUrl, withCheckedTls } from './database/starting/database-url.ts';
import { isEntry } from './network-address.ts';
import { StartError } from './start-error.ts';

const port = z.coerce.number().int().min(0).max(65535);
const flag = z.enum(['0', '1', 'true', 'false']).transform((value) => value === '1' || value === 'true');

/** The environment variables with their descriptions for the manual. */
const variables = {
  PORT: port.default(3000).describe('Port for the web application and the API; 0 takes a free one.'),
  HOST: z.string().min(1).default('127.0.0.1').describe('Address to listen on; 0.0.0.0 for all.'),
  DATA_DIR: z.string().min(1).default('data').describe('Folder for the embedded database and for generated secrets.'),
  DATABASE_URL: z
    .string()
    .superRefine((text, context) => {
      const message = faultOfDatabaseUrl(text);
      if (message) context.addIssue({ code: 'custom', message });
    })
    .transform(withCheckedTls)
    .optional()
    .describe(
      'URL of your own PostgreSQL (15 or newer). It may name several servers of one cluster, of which one takes changes: postgres://user:password@host1:5432,host2:5432/database?target_session_attrs=read-write. If it is set, the embedded one is not started.',
    ),
  POSTGRES_PROGRAMS: z
    .string()
    .min(1)
    .optional()
    .describe(
      'PostgreSQL programs that the embedded database runs: system for the newest ones of the operating system (existing data keeps its major version), or their folder, e.g. /usr/lib/postgresql/17/bin. Default: the programs that npm installed.',
    ),
  DATABASE_CONNECTIONS: z.coerce
    .number()
    .int()
    .max(1000)
    .optional()
    .describe(
      'Most database connections. Without ROLES: of all processes of this start together, 20 of them for the worker (default: 28 more for each web process, at most 88 in total, with the embedded database 184). With ROLES: of this process (default 40). The sum over all machines must stay below max_connections of PostgreSQL.',
    ),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('Address at which people reach the application; used in links. Default: the listening address.'),
  ROLES: z
    .string()
    .transform((text) => text.split(',').map((role) => role.trim()))
    .pipe(z.array(z.enum(['web', 'worker'] satisfies ProcessRole[])).min(1))
    .optional()
    .describe(
      'Starts a single process for web (application and API), worker (delivery and background work) or web,worker (both). Default: one start keeps a worker and WEB_PROCESSES web processes running.',
    ),
  WEB_PROCESSES: z.coerce
    .number()
    .int()
    .min(1)
    .max(256)
    .optional()
    .describe(
      'Number of processes that serve the web application on its port; only without ROLES. Default: one less than the processor cores, at least 1, limited by DATABASE_CONNECTIONS (16 each).',
    ),
  SECRET_KEY: z
    .string()
    .min(32)
    .optional()
    .describe(
      'Key for tokens and stored secrets, at least 32 characters. Default: created once and stored in DATA_DIR.',
    ),
  OWNER_EMAIL: z.email().default('admin@example.org').describe('E-mail of the first account (role system_owner).'),
  OWNER_PASSWORD: z
    .string()
    .min(12)
    .optional()
    .describe('Password of the first account. Default: a random one, printed once.'),
  DEMO_DATA: flag
    .optional()
    .describe('1 fills an empty database with a demo hospital. Default: 1 only with the embedded database.'),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'must start with smtp:// or smtps://')
    .optional()
    .describe('Mail server, smtp://user:password@host:port; creates an e-mail channel in an empty database.'),
  MAIL_FROM: z.string().min(3).optional().describe('Sender of mails, e.g. "Crisis team <alarm@example.org>".'),
  TRUST_PROXY: flag.default(false).describe('1 if a reverse proxy in front sets X-Forwarded-For.'),
  STOP_DELAY: z.coerce
    .number()
    .min(0)
    .max(20)
    .default(0)
    .describe(
      'Seconds for which a process that is stopping still takes requests, while /readyz returns 503, so that a proxy in front of several machines sends new ones elsewhere.',
    ),
  WEBHOOK_ALLOWED_HOSTS: z
    .string()
    .default('')
    .transform((text) => text.split(',').flatMap((entry) => entry.trim() || []))
    .pipe(z.array(z.string().refine(isEntry, 'must be host names, addresses or networks such as 10.1.0.0/16')))
    .describe(
      'Permitted receivers of webhooks in your own network: host names, addresses or networks, separated by commas.',
    ),
  METRICS_TOKEN: z
    .string()
    .min(16)
    .optional()
    .describe('Bearer token for /metrics, at least 16 characters. Without it, /metrics is switched off.'),
  HEARTBEAT_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'Address of an external dead man’s switch. The worker calls it with GET once a minute as long as everything works; the switch raises the alarm when the calls stop.',
    ),
  OTHER_PLACE_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'Address of the other place of this installation. The worker asks it at its start and every 3 seconds whether it was released, and then sends nothing any more.',
    ),
  SYSLOG_URL: z
    .url({ protocol: /^(udp|tcp|tls)$/ })
    .optional()
    .describe(
      'Syslog server (RFC 5424) that receives the security log: udp://host:514, tcp://host:514 or tls://host:6514; for a server with your own certificate tls://host:6514?ca=/path/ca.pem.',
    ),
  LOCAL_CHANNELS: flag
    .default(false)
    .describe(
      '1 permits channels with a server in your own network to call this machine (127.0.0.1), for a gateway next to the program.',
    ),
  DIRECTORY_FOLDER: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Folder whose files administrators may choose as directories of people (CSV, Excel, vCard). Without it, only files at HTTPS addresses are possible.',
    ),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('Level of the log.'),
} as const;

// for all checks of the program: compiling one takes longer than checking a form or the configuration
z.config({ jitless: true });

const schema = z.object(variables).superRefine((config, context) => {
  const fault = (name: keyof typeof variables, message: string) =>
    context.addIssue({ code: 'custom', path: [name], message });
  if (config.ROLES && config.WEB_PROCESSES)
    fault('WEB_PROCESSES', 'can only be set without ROLES, which starts one process');
  const fewest = config.ROLES
    ? fewestConnections(config.ROLES)
    : fewestConnections(['worker']) + fewestConnections(['web']) * (config.WEB_PROCESSES ?? 1);
  if (config.DATABASE_CONNECTIONS !== undefined && config.DATABASE_CONNECTIONS < fewest)
    fault('DATABASE_CONNECTIONS', `must be at least ${fewest}`);
});

export type Config = z.infer<typeof schema>;

/** The variables for the manual and its check. */
export const configVariables: readonly { name: string; description: string }[] = Object.entries(variables).map(
  ([name, rule]) => ({ name, description: rule.description ?? '' }),
);

/** Thrown for invalid variables; the message lists all errors. */
export class ConfigError extends StartError {}

/** Returns the log level of a start without a configuration. */
export const earlyLogLevel = (): string =>
  variables.LOG_LEVEL.catch('info').parse(process.env['LOG_LEVEL'] || undefined);

/** Returns the caller's folder, because npm changes to the project's. */
export const askersFolder = (): string => process.env['INIT_CWD'] ?? process.cwd();

/** The service manager to notify (systemd, `Type=notify`); null without one. */
export function serviceManager(env: Record<string, string | undefined> = process.env): { watchdog: number } | null {
  const microseconds = Number(env['WATCHDOG_USEC'] || 0);
  return env['NOTIFY_SOCKET'] ? { watchdog: microseconds / 1000 } : null;
}

export const environmentOf = (own: Record<string, string>): NodeJS.ProcessEnv => ({ ...process.env, ...own });

/** Loads the configuration; throws a ConfigError with all errors. Empty counts as absent. */
export function loadConfig(env: Record<string, string | undefined> = process.env): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  const faults = result.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
  throw new ConfigError(`The configuration has errors:\n${faults.join('\n')}`);
}
