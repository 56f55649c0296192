import type DataLoader from 'dataloader';
import type { PoolName, ProcessRole } from '#server/platform/connection-shares.ts';
import type { Database, Db } from '#server/platform/database/connect.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import type { EachUser, Gate } from '#server/platform/limiter.ts';
import type { Live } from '#server/platform/live/live.ts';
import type { Feature, Role } from '#shared/permissions.ts';
import type { SecurityKindName } from '#shared/security-log.ts';
import type { Config } from './config.ts';
import type { Logger } from './log.ts';
import type { Secrets } from './secrets.ts';

/** The program's services. */
export interface App {
  config: Config;
  roles: readonly ProcessRole[];
  pools: ConnectionPools;
  database: Database;
  db: Db;
  secrets: Secrets;
  log: Logger;
  live: Live;
  jobs: Jobs;
  securityLog: SecurityLog;
  /** The application's public address, without a trailing slash. */
  publicUrl: string;
}

/** The signed-in person, or an API key that acts for its creator. */
export interface Viewer {
  id: number;
  apiKey: { id: number; name: string } | null;
  sessionId: string;
  /** Null for a key without an end. */
  sessionEndsAt: Date | null;
  roles: readonly Role[];
  /** Empty while a required second factor isn't set up. */
  features: ReadonlySet<Feature>;
  /** A role requires a second factor that isn't set up; nothing else is allowed before. */
  mustSetUpTotp: boolean;
  language: string;
}

/** One request: the program, the viewer, and loaded data. */
export interface Context extends App {
  viewer: Viewer | null;
  loaders: Loaders;
  /** Client address, for throttling only. */
  ip: string;
}

export const can = (ctx: Pick<Context, 'viewer'>, feature: Feature): boolean =>
  ctx.viewer?.features.has(feature) ?? false;

/** Resources of one kind of work. */
export interface ConnectionPool {
  database: Database;
  gate: Gate;
  /** For less urgent work of the same kind: a part of the connections. */
  lesser: Gate;
  /** For parallel work of one user: a part of the connections. */
  eachUser: EachUser;
}

/** The connection pools by name; each kind of work has its own. */
export type ConnectionPools = Record<PoolName, ConnectionPool>;

export interface Loaders {
  db: Db;
  named: Map<string, DataLoader<never, unknown>>;
}

/** A security event that occurs any number of times; equal ones are counted. */
export interface CountedLine {
  kind: SecurityKindName;
  userId?: number | null;
  apiKeyId?: number | null;
  network: string | null;
  what?: string | null;
  detail?: string | null;
  /** The address of a sign-in attempt; stored only if it belongs to an account. */
  account?: string | null;
}

/** Counts security events in this process. */
export interface SecurityLog {
  /** Counts it without a statement; never fails. The first of a kind is written within a second. */
  count(line: CountedLine): void;
  stop(): Promise<void>;
}
