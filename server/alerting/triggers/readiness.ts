import { sql } from 'kysely';
import { fallbackMessages } from '#server/alerting/launch/prepare.ts';
import { uncoveredIn } from '#server/alerting/recipients/duties.ts';
import { recipientsOf } from '#server/alerting/recipients/resolution.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { Refusal } from '#server/platform/errors.ts';
import { readIn } from '#shared/administration/translated.ts';
import type { RefusalKey } from '#shared/refusals.ts';
import type { Trigger } from './find.ts';
import { prepareStart } from './start.ts';

/** The effect of starting a trigger now without a signed-in user. */
export interface Readiness {
  people: number;
  channels: string[];
  /** Channels that currently can't send. */
  troubled: string[];
  /** Groups without a reachable person on duty. */
  uncovered: string[];
  /** All channels keep messages in this installation, so no one would get any. */
  staysInside: boolean;
  blockers: readonly RefusalKey[];
}

class Tried extends Error {
  readonly readiness: Readiness;
  constructor(readiness: Readiness) {
    super();
    this.readiness = readiness;
  }
}

/** Prepares the start in a transaction that is rolled back. */
export async function triggerReadiness(db: Db, trigger: Trigger, language: string | undefined): Promise<Readiness> {
  try {
    return await inTransaction(db, async (tx): Promise<never> => {
      await sql`set local lock_timeout = '2s'`.execute(tx);
      const { ready } = await prepareStart(tx, trigger, { userId: null, exercise: false }, '');
      const all = [...ready, ...(await fallbackMessages(tx, ready))];
      const resolutions = all.flatMap(({ resolution }) => resolution ?? []);
      const people = new Set(resolutions.flatMap((one) => [...recipientsOf(one)]).map(({ personId }) => personId));
      const channels = ready.map(({ message }) => message);
      throw new Tried({
        people: people.size,
        channels: channels.map((message) => readIn(message, 'channel', language)),
        troubled: channels
          .filter(({ channelTrouble }) => channelTrouble)
          .map((message) => readIn(message, 'channel', language)),
        uncovered: uncoveredIn(resolutions).map(({ name }) => name),
        staysInside: channels.every(({ channelType }) => channelType === 'exercise'),
        blockers: [],
      });
    });
  } catch (error) {
    if (error instanceof Tried) return error.readiness;
    if (!(error instanceof Refusal)) throw error;
    const { details } = error.extensions as { details?: { blockers?: RefusalKey[] } };
    return {
      people: 0,
      channels: [],
      troubled: [],
      uncovered: [],
      staysInside: false,
      blockers: details?.blockers ?? [error.key],
    };
  }
}
