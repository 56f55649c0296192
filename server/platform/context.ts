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

/** The program's services, the same for every request and the worker. */
export interface App {
  config: Config;
  roles: readonly ProcessRole[];
  /** The connection pools of each kind of work; `database` and `db` are the current one's. */
  pools: ConnectionPools;
  database: Database;
  db: Db;
  secrets: Secrets;
  log: Logger;
  live: Live;
  jobs: Jobs;
  /** Counts security events of any number. */
  securityLog: SecurityLog;
  /** The application's public address, without a trailing slash. */
  publicUrl: string;
}

/** The signed-in person, or an API key that acts for its creator. */
export interface Viewer {
  id: number;
  /** The API key of a program; null for a person. */
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

/** Returns whether the viewer has the feature. */
export const can = (ctx: Pick<Context, 'viewer'>, feature: Feature): boolean =>
  ctx.viewer?.features.has(feature) ?? false;

/** What one kind of work may use: connections of its own, and so much at once. */
export interface ConnectionPool {
  database: Database;
  gate: Gate;
  /** For what belongs to the same kind and is less urgent: it never takes more than a part of the connections. */
  lesser: Gate;
  /** For what one user asks for at once: it never takes more than a part of the connections either. */
  eachUser: EachUser;
}

/** The connection pools of a process by name; no kind of work can use up those of another. */
export type ConnectionPools = Record<PoolName, ConnectionPool>;

/** Per-request loaders by name; each turns many loads of one tick into one statement. */
export interface Loaders {
  db: Db;
  named: Map<string, DataLoader<never, unknown>>;
}

/** Something of which there may be any number: it is counted with what is like it. */
export interface CountedLine {
  kind: SecurityKindName;
  userId?: number | null;
  apiKeyId?: number | null;
  network: string | null;
  what?: string | null;
  detail?: string | null;
  /** The address somebody tried to sign in with; only whose it is gets written. */
  account?: string | null;
}

/** What this process counts for the security log. */
export interface SecurityLog {
  /** Counts it; costs no statement, and never fails. The first of its like is written within a second. */
  count(line: CountedLine): void;
  /** Writes what was counted since. */
  stop(): Promise<void>;
}
