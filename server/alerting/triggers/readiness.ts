import { sql } from 'kysely';
import { handedOver } from '#server/alerting/launch/prepare.ts';
import { uncoveredIn } from '#server/alerting/recipients/duties.ts';
import { recipientsOf } from '#server/alerting/recipients/resolution.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { Refusal } from '#server/platform/errors.ts';
import { readIn } from '#shared/administration/translated.ts';
import type { RefusalKey } from '#shared/refusals.ts';
import type { Trigger } from './find.ts';
import { prepareStart } from './start.ts';

/** What would happen if a trigger were started now by somebody who is no user. */
export interface Readiness {
  /** Different people who would get something. */
  people: number;
  /** Names of the channels that would be used. */
  channels: string[];
  /** Which of them cannot send just now. */
  troubled: string[];
  /** Names of groups of which only who is on duty is called, and nobody is reached just now. */
  uncovered: string[];
  /** All of them only keep it in this program: nobody would really get it. */
  staysInside: boolean;
  /** What would keep it from starting. */
  blockers: readonly RefusalKey[];
}

class Tried extends Error {
  readonly readiness: Readiness;
  constructor(readiness: Readiness) {
    super();
    this.readiness = readiness;
  }
}

/** Finds out by preparing it, in a transaction that is taken back. */
export async function readinessOf(db: Db, trigger: Trigger, language: string | undefined): Promise<Readiness> {
  try {
    return await inTransaction(db, async (tx): Promise<never> => {
      await sql`set local lock_timeout = '2s'`.execute(tx);
      const { ready } = await prepareStart(tx, trigger, { userId: null, exercise: false }, '');
      const all = [...ready, ...(await handedOver(tx, ready))];
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
