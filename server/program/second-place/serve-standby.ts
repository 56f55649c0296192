import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '#server/platform/config.ts';
import { withClient } from '#server/platform/connection/client.ts';
import { connect, type Database } from '#server/platform/database/connect.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import type { Logger } from '#server/platform/log.ts';
import { deriveSecrets, findKey, type Secrets } from '#server/platform/secrets.ts';
import { readSettings } from '#server/platform/settings/settings.ts';
import { cannotListen } from '#server/program/starting/listening.ts';
import { type ReleaseOrder, recordRelease } from './decide.ts';
import type { ReleasePhase, StandbyView } from './page.ts';
import { createStandbyServer, type StandbyService } from './page-server.ts';
import { proveCode, proveOwner, type Releaser } from './prove.ts';
import { readStandby, type StandbyState } from './standby.ts';

/** The surroundings of a start that found a standby. */
export interface StandbyStart {
  log: Logger;
  /** Called once the page can be opened. */
  ready: (url: string) => void;
  /** Ends the page. */
  signal?: AbortSignal;
  /** Milliseconds after which a release ends that no promotion followed. */
  orderLasts?: number;
}

const every = 1_000;
const longestQuery = 5_000;
/** Seconds. The address may lead to another server by then. */
const connectionLasts = 10;
const recordWithin = 60_000;
const promoteAgainAfter = 10_000;
/** A forgotten release must not count in a promotion that has another reason. */
const hour = 3_600_000;

/**
 * Serves a standby's page until its database takes changes, then records a release, if given. Writes nothing before.
 * Without one, the copy guard decides.
 */
export async function serveStandby(
  config: Config & { DATABASE_URL: string },
  { log, ready, signal, orderLasts = hour }: StandbyStart,
): Promise<void> {
  const limits = { max: 4, queryTimeout: longestQuery, lifetime: connectionLasts };
  const database = connect(config.DATABASE_URL, () => {}, limits);
  try {
    const key = await findKey(config);
    const standby = new Standby(database, log, { secrets: deriveSecrets(key ?? ''), orderLasts });
    if (!(await standby.look())) return;
    const http = createStandbyServer(config, log, standby);
    const listening = http.listen({ port: config.PORT, host: config.HOST });
    ready(await listening.catch((error: Error) => cannotListen(config, error)));
    try {
      standby.report();
      while (await standby.look()) await sleep(every, undefined, { signal });
      await standby.finish();
    } finally {
      await http.close();
    }
  } finally {
    await database.close();
  }
}

/** A standby and its release. */
class Standby implements StandbyService {
  readonly #database: Database;
  readonly #log: Logger;
  readonly #secrets: Secrets;
  #timeZone = 'Europe/Berlin';
  #state: StandbyState | null = null;
  #readAt = 0;
  #apartSince: Date | null = null;
  #wasConnected: boolean | null = null;
  /** This database is away, which doesn't concern the other. */
  #isAway = false;
  readonly #orderLasts: number;
  #order: ReleaseOrder | null = null;
  #orderedAt = 0;
  #triedAt = 0;
  #phase: ReleasePhase = 'promoting';

  constructor(database: Database, log: Logger, { secrets, orderLasts }: { secrets: Secrets; orderLasts: number }) {
    this.#database = database;
    this.#log = log;
    this.#secrets = secrets;
    this.#orderLasts = orderLasts;
  }

  /** Reads the state; false if the database takes changes. */
  async look(): Promise<boolean> {
    const { db } = this.#database;
    try {
      const state = await readStandby(db);
      if (!state) return false;
      if (!this.#state) this.#timeZone = (await readSettings(db, 'time_zone')).time_zone ?? this.#timeZone;
      this.#state = state;
      this.#readAt = performance.now();
      this.#follow(state.isConnected);
    } catch (error) {
      if (!this.#state) throw error;
      const isNew = !this.#isAway;
      this.#isAway = true;
      if (isNew) this.report();
    }
    this.#followUp();
    return true;
  }

  #follow(isConnected: boolean): void {
    const isFirst = this.#wasConnected === null;
    const isChanged = this.#wasConnected !== isConnected;
    const wasAway = this.#isAway;
    this.#isAway = false;
    this.#wasConnected = isConnected;
    if (isChanged) this.#apartSince = isConnected ? null : new Date();
    if (!isFirst && (isChanged || wasAway)) this.report();
  }

  /** Ends a release without promotion, and repeats a failed one. */
  #followUp(): void {
    if (!this.#order) return;
    const now = performance.now();
    if (now - this.#orderedAt > this.#orderLasts) {
      this.#log.warn({ event: 'release_lapsed', by: this.#order.userId, code: this.#order.releaseCodeId });
      this.#order = null;
    } else if (this.#phase === 'failed' && now - this.#triedAt > promoteAgainAfter) void this.#promote();
  }

  /** Logs the state and changes. */
  report(): void {
    const { place, isAway, isConnected, followsSince, asOf, age, keyFits } = this.view();
    const dataAge = age === null ? null : Math.round(age);
    const facts = { place, sending: 'nothing', connected: isConnected, followsSince, dataAsOf: asOf, dataAge, keyFits };
    this.#log.warn({ event: 'standby', database: isAway ? 'away' : 'ok', ...facts });
  }

  view(): StandbyView {
    const { age, keyFingerprint, isConnected, ...state } = this.#state!;
    return {
      ...state,
      isAway: this.#isAway,
      isConnected: isConnected && !this.#isAway,
      age: age === null ? null : age + (performance.now() - this.#readAt) / 1000,
      apartSince: this.#apartSince,
      keyFits: keyFingerprint.equals(this.#secrets.fingerprint),
      timeZone: this.#timeZone,
      released: this.#order && { by: this.#order.name, at: this.#order.at, phase: this.#phase },
    };
  }

  proveOwner(given: Parameters<typeof proveOwner>[1]): ReturnType<typeof proveOwner> {
    return proveOwner({ db: this.#database.db, secrets: this.#secrets }, given);
  }

  proveCode(given: Parameters<typeof proveCode>[1]): ReturnType<typeof proveCode> {
    return proveCode({ db: this.#database.db, secrets: this.#secrets }, given);
  }

  release(by: Releaser, discardBefore: Date | null): void {
    if (this.#order) return;
    this.#order = { ...by, at: new Date(), discardBefore, asOf: this.#state!.asOf };
    this.#orderedAt = performance.now();
    this.#phase = 'promoting';
    this.#log.warn({ event: 'release_given', by: by.userId, code: by.releaseCodeId });
    void this.#promote();
  }

  async #promote(): Promise<void> {
    if (!this.#state!.mayPromote) {
      this.#phase = 'command';
      return;
    }
    this.#triedAt = Number.POSITIVE_INFINITY;
    try {
      const promoted = await withClient(this.#database.url, async (client) => {
        const { rows } = await client.query<{ is: boolean }>('select pg_promote(true, 60) as is');
        return rows[0]!.is;
      });
      if (!promoted) this.#phase = 'failed';
    } catch (error) {
      const { code } = error as { code?: string };
      if (code === '55000') return; // another process or person promoted it
      this.#log.error({ event: 'promotion_failed', code });
      this.#phase = 'failed';
    } finally {
      this.#triedAt = performance.now();
    }
  }

  /** Records the release. Otherwise an owner decides. */
  async finish(): Promise<void> {
    this.#phase = 'starting';
    const order = this.#order;
    if (!order) {
      this.#log.warn({ event: 'standby_promoted' });
      return;
    }
    const { url } = this.#database;
    // without the page's limits
    const { db, close } = connect(url, () => {}, { max: 4 });
    try {
      for (const end = performance.now() + recordWithin; ; await sleep(every)) {
        try {
          await migrate(url, { log: this.#log });
          const recorded = await recordRelease({ db, log: this.#log, secrets: this.#secrets }, order);
          if (!recorded?.isOwn)
            this.#log.warn({
              event: recorded ? 'release_given_before' : 'release_void',
              by: order.userId,
              code: order.releaseCodeId,
            });
          return;
        } catch (error) {
          const { name, code } = error as Error & { code?: string };
          this.#log.error({ event: 'release_unrecorded', error: name, code });
          if (performance.now() > end) return;
        }
      }
    } finally {
      await close();
    }
  }
}
