import { sql } from 'kysely';
import type { Config } from '#server/platform/config.ts';
import { connect, type Db } from '#server/platform/database/connect.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { openDatabase } from '#server/platform/database/open.ts';
import { createLog, type Logger } from '#server/platform/log.ts';
import { openSecrets } from '#server/platform/open-secrets.ts';
import type { Secrets } from '#server/platform/secrets.ts';
import { readSettings } from '#server/platform/settings/settings.ts';
import { announceCopy } from '../processes/announce.ts';
import type { CopyArguments } from '../processes/arguments.ts';
import { type ReleaseOrder, recordRelease } from '../second-place/decide.ts';
import type { StandbyView } from '../second-place/page.ts';
import { createStandbyServer, type StandbyService } from '../second-place/page-server.ts';
import { proveCode, proveOwner, type Releaser } from '../second-place/prove.ts';
import { cannotListen } from '../starting/listening.ts';
import { claimFolder, restoreOnce } from './restore-copy.ts';

/**
 * Restores a backup into the empty DATA_DIR once, and serves the copy's page until a person releases it. Ends the process
 * on a signal. Returns at once if the copy was released before: then the copy guard decides.
 */
export async function serveCopy(config: Config, values: CopyArguments): Promise<void> {
  const log = createLog(config.LOG_LEVEL);
  const leaving = Promise.withResolvers<null>();
  let isLeaving = false;
  const leave = () => {
    isLeaving = true;
    leaving.resolve(null);
  };
  const signals = ['SIGINT', 'SIGTERM'] as const;
  const claimed = await claimFolder(config, values);
  const { createdAt } = claimed.wanted;
  const { url, stop } = await openDatabase(config, log);
  for (const signal of signals) process.on(signal, leave);
  let isReleased: boolean;
  try {
    if (await restoreOnce(config, url, claimed, values)) log.warn({ event: 'copy_restored', asOf: createdAt });
    await migrate(url, { log });
    const secrets = await openSecrets(config, url);
    const { db, close } = connect(url, () => {}, { max: 4 });
    try {
      const copy = { db, log, secrets, asOf: new Date(createdAt), ended: leaving.promise };
      isReleased = !(await awaitsRelease(db)) || (await servePage(config, copy));
    } finally {
      await close();
    }
  } finally {
    await stop();
  }
  if (isLeaving || !isReleased) process.exit(0);
  for (const signal of signals) process.off(signal, leave);
}

/** Returns whether the copy is held and was never released here. */
async function awaitsRelease(db: Db): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select held_at is not null and released_timeline is distinct from substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8)
      as is from installation`.execute(db);
  return rows[0]!.is;
}

interface CopyParts {
  db: Db;
  log: Logger;
  secrets: Secrets;
  asOf: Date;
  /** Resolves when the operator ends the program. */
  ended: Promise<null>;
}

/** Returns whether a person released the copy before the operator ended the program. */
async function servePage(config: Config, parts: CopyParts): Promise<boolean> {
  const { db, log, ended } = parts;
  const { time_zone: timeZone = 'Europe/Berlin' } = await readSettings(db, 'time_zone');
  const copy = new EmergencyCopy(parts, timeZone);
  const http = createStandbyServer(config, log, copy);
  const listening = http.listen({ port: config.PORT, host: config.HOST });
  announceCopy(await listening.catch((error: Error) => cannotListen(config, error)), parts.asOf);
  try {
    for (;;) {
      const order = await Promise.race([copy.ordered(), ended]);
      if (!order) return false;
      const recorded = await recordRelease(parts, order).catch((error: Error & { code?: string }) => {
        log.error({ event: 'release_unrecorded', error: error.name, code: error.code });
        return null;
      });
      if (recorded) return true;
      copy.forget();
    }
  } finally {
    await http.close();
  }
}

/** An emergency copy as its page shows it. */
class EmergencyCopy implements StandbyService {
  readonly #parts: CopyParts;
  readonly #timeZone: string;
  #order: ReleaseOrder | null = null;
  #waiting = Promise.withResolvers<ReleaseOrder>();

  constructor(parts: CopyParts, timeZone: string) {
    this.#parts = parts;
    this.#timeZone = timeZone;
  }

  view(): StandbyView {
    const { asOf } = this.#parts;
    const order = this.#order;
    return {
      isCopy: true,
      place: 'second',
      isAway: false,
      isConnected: false,
      followsSince: null,
      apartSince: null,
      asOf,
      age: Math.max(0, (Date.now() - asOf.getTime()) / 1000),
      keyFits: true,
      mayPromote: true,
      timeZone: this.#timeZone,
      released: order && { by: order.name, at: order.at, phase: 'starting' },
    };
  }

  proveOwner(given: Parameters<typeof proveOwner>[1]): ReturnType<typeof proveOwner> {
    return proveOwner(this.#parts, given);
  }

  proveCode(given: Parameters<typeof proveCode>[1]): ReturnType<typeof proveCode> {
    return proveCode(this.#parts, given);
  }

  release(by: Releaser, discardBefore: Date | null): void {
    if (this.#order) return;
    this.#order = { ...by, at: new Date(), discardBefore, asOf: this.#parts.asOf, isCopy: true };
    this.#parts.log.warn({ event: 'release_given', by: by.userId, code: by.releaseCodeId });
    this.#waiting.resolve(this.#order);
  }

  /** Resolves when a person releases the copy. */
  ordered(): Promise<ReleaseOrder> {
    return this.#waiting.promise;
  }

  /** Shows the form again after a release that could not be recorded. */
  forget(): void {
    this.#order = null;
    this.#waiting = Promise.withResolvers();
  }
}
