import { z } from 'zod';
import { fewestConnections } from './budgets/shares.ts';
import { isEntry } from './network-address.ts';

const port = z.coerce.number().int().min(0).max(65535);
const flag = z.enum(['0', '1', 'true', 'false']).transform((value) => value === '1' || value === 'true');

/** Every variable the program reads, each with a default, a rule and a sentence for the manual. */
const variables = {
  PORT: port.default(3000).describe('Port for the web application and the API; 0 takes a free one.'),
  HOST: z.string().min(1).default('127.0.0.1').describe('Address to listen on; 0.0.0.0 for all.'),
  DATA_DIR: z.string().min(1).default('data').describe('Folder for the embedded database and for generated secrets.'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must start with postgres://')
    .optional()
    .describe('An own PostgreSQL (15 or newer). When it is set, the embedded one is not started.'),
  DATABASE_CONNECTIONS: z.coerce
    .number()
    .int()
    .min(fewestConnections)
    .max(1000)
    .default(40)
    .describe(
      'Most database connections of this process; all processes together must stay below the max_connections of PostgreSQL.',
    ),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('Address under which people reach the application; used in links. Default: the address listened on.'),
  ROLES: z
    .string()
    .default('web,worker')
    .transform((text) => text.split(',').map((role) => role.trim()))
    .pipe(z.array(z.enum(['web', 'worker'])).min(1))
    .describe('What this process does: web, worker or both.'),
  SECRET_KEY: z
    .string()
    .min(32)
    .optional()
    .describe('Key for tokens and stored secrets, at least 32 characters. Made once and kept in DATA_DIR when absent.'),
  OWNER_EMAIL: z.email().default('admin@example.org').describe('E-mail of the first account (role system_owner).'),
  OWNER_PASSWORD: z
    .string()
    .min(12)
    .optional()
    .describe('Password of the first account; a random one is printed once when absent.'),
  DEMO_DATA: flag.optional().describe('1 fills an empty database with a demo hospital; default only when embedded.'),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'must start with smtp:// or smtps://')
    .optional()
    .describe('Mail server, smtp://user:password@host:port; makes an e-mail channel on an empty database.'),
  MAIL_FROM: z.string().min(3).optional().describe('Sender of mails, e.g. "Crisis team <alarm@example.org>".'),
  TRUST_PROXY: flag.default(false).describe('1 when a reverse proxy in front sets X-Forwarded-For.'),
  WEBHOOK_ALLOWED_HOSTS: z
    .string()
    .default('')
    .transform((text) => text.split(',').flatMap((entry) => entry.trim() || []))
    .pipe(z.array(z.string().refine(isEntry, 'must be host names, addresses or networks such as 10.1.0.0/16')))
    .describe('Receivers of webhooks inside the house: host names, addresses or networks, separated by commas.'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('How much is logged.'),
} as const;

const schema = z.object(variables);

/** The checked configuration of one process. */
export type Config = z.infer<typeof schema>;

/** All variables with their descriptions and defaults, for the manual and its check. */
export const configVariables: readonly { name: string; description: string }[] = Object.entries(variables).map(
  ([name, rule]) => ({ name, description: rule.description ?? '' }),
);

/** Raised when variables are wrong; the message lists every fault, not only the first. */
export class ConfigError extends Error {}

/** Reads the configuration; throws a ConfigError that names all faults at once. Empty variables count as absent. */
export function loadConfig(env: Record<string, string | undefined> = process.env): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  const faults = result.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
  throw new ConfigError(`The configuration has faults:\n${faults.join('\n')}`);
}
