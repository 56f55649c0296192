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
}

const every = 1_000;
const recordWithin = 60_000;

/**
 * Serves the page of a standby until its database takes changes, then records the release if one was given there. Writes nothing
 * before. The start goes on afterwards; without a release, the copy guard decides as after any promotion.
 */
export async function serveStandby(
  config: Config & { DATABASE_URL: string },
  { log, ready, signal }: StandbyStart,
): Promise<void> {
  const database = connect(config.DATABASE_URL, () => {}, { max: 4 });
  try {
    const key = await findKey(config);
    const standby = new Standby(database, log, deriveSecrets(key ?? ''));
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

/** A standby as one process sees it, and the release that was given there. */
class Standby implements StandbyService {
  readonly #database: Database;
  readonly #log: Logger;
  readonly #secrets: Secrets;
  #timeZone = 'Europe/Berlin';
  #state: StandbyState | null = null;
  #readAt = 0;
  #apartSince: Date | null = null;
  #wasConnected: boolean | null = null;
  #order: ReleaseOrder | null = null;
  #phase: ReleasePhase = 'promoting';

  constructor(database: Database, log: Logger, secrets: Secrets) {
    this.#database = database;
    this.#log = log;
    this.#secrets = secrets;
  }

  /** Reads the state. Returns false if the database takes changes. While it is away, the last state grows older. */
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
      this.#follow(false);
    }
    return true;
  }

  #follow(isConnected: boolean): void {
    if (this.#wasConnected === isConnected) return;
    this.#apartSince = isConnected ? null : new Date();
    const isFirst = this.#wasConnected === null;
    this.#wasConnected = isConnected;
    if (!isFirst) this.report();
  }

  /** Logs the state: at the start, and when the connection to the other place changes. */
  report(): void {
    const { place, isConnected, followsSince, asOf, age, keyFits } = this.view();
    const dataAge = age === null ? null : Math.round(age);
    const facts = { place, sending: 'nothing', connected: isConnected, followsSince, dataAsOf: asOf, dataAge, keyFits };
    this.#log.warn({ event: 'standby', ...facts });
  }

  view(): StandbyView {
    const { age, keyFingerprint, isConnected, ...state } = this.#state!;
    return {
      ...state,
      isConnected: isConnected && this.#wasConnected === true,
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
    this.#log.warn({ event: 'release_given', by: by.userId, code: by.releaseCodeId });
    void this.#promote();
  }

  async #promote(): Promise<void> {
    if (!this.#state!.mayPromote) {
      this.#phase = 'command';
      return;
    }
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
    }
  }

  /** Records the release in the promoted database. Otherwise the copy guard holds it, and an owner decides in the banner. */
  async finish(): Promise<void> {
    this.#phase = 'starting';
    if (!this.#order) {
      this.#log.warn({ event: 'standby_promoted' });
      return;
    }
    const { db, url } = this.#database;
    for (const end = performance.now() + recordWithin; ; await sleep(every)) {
      try {
        await migrate(url, { log: this.#log });
        const { by, isOwn } = await recordRelease({ db, log: this.#log, secrets: this.#secrets }, this.#order);
        if (!isOwn) this.#log.warn({ event: 'release_given_before', refused: this.#order.name, by });
        return;
      } catch (error) {
        const { name, code } = error as Error & { code?: string };
        this.#log.error({ event: 'release_unrecorded', error: name, code });
        if (performance.now() > end) return;
      }
    }
  }
}
