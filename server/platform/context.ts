import type { Budgets } from '#server/api/budgets/budgets.ts';
import type { Loaders } from '#server/api/graphql/loaders.ts';
import type { SecurityLog } from '#server/api/security-log/count.ts';
import type { Role as ProcessRole } from '#server/platform/connection-shares.ts';
import type { Database, Db } from '#server/platform/database/connect.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import type { Live } from '#server/platform/live/live.ts';
import type { Feature, Role } from '#shared/permissions.ts';
import type { Config } from './config.ts';
import type { Logger } from './log.ts';
import type { Secrets } from './secrets.ts';

/** What the program is made of, the same for every request and for the worker. */
export interface App {
  config: Config;
  /** What this process does. */
  roles: readonly ProcessRole[];
  /** What each kind of work may use of the database; `database` and `db` are those of the work at hand. */
  budgets: Budgets;
  database: Database;
  db: Db;
  secrets: Secrets;
  log: Logger;
  live: Live;
  jobs: Jobs;
  /** Counts what concerns security and may come in any number. */
  securityLog: SecurityLog;
  /** Address under which people reach the application, without a slash at the end. */
  publicUrl: string;
}

/** The person who is signed in, or a key that acts for its maker. */
export interface Viewer {
  id: number;
  /** The key somebody else's program came with; null for the person. */
  apiKey: { id: number; name: string } | null;
  sessionId: string;
  /** Null for a key without an end. */
  sessionEndsAt: Date | null;
  roles: readonly Role[];
  /** Empty while a second factor has to be set up. */
  features: ReadonlySet<Feature>;
  /** Whether a role demands a second factor that is not set up: nothing else is allowed before. */
  mustSetUpTotp: boolean;
  language: string;
}

/** One request: the program, who asks, and what was already loaded. */
export interface Context extends App {
  viewer: Viewer | null;
  loaders: Loaders;
  /** Client address, for throttling only. */
  ip: string;
}

/** Whether the viewer has the feature. */
export const can = (ctx: Pick<Context, 'viewer'>, feature: Feature): boolean =>
  ctx.viewer?.features.has(feature) ?? false;
