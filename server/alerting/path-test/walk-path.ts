import { sql } from 'kysely';
import { findAsked } from '#server/alerting/answers/answer-question.ts';
import { recordAnswerIn } from '#server/alerting/answers/answers.ts';
import { attempt } from '#server/alerting/delivery/attempt.ts';
import { claimRecipients } from '#server/alerting/delivery/queue/claim.ts';
import { recordResults } from '#server/alerting/delivery/results.ts';
import { launchInEvent } from '#server/alerting/event-log/states.ts';
import { launch } from '#server/alerting/launch/launch.ts';
import { prepareMessages } from '#server/alerting/launch/prepare.ts';
import { findTarget } from '#server/alerting/launch/send.ts';
import { draftRevision } from '#server/alerting/messages/draft-revision.ts';
import { lockDrafts } from '#server/alerting/messages/message-rows.ts';
import { loadStructure } from '#server/alerting/recipients/load-directory.ts';
import { refuseRevoked } from '#server/api/viewer/still-may.ts';
import { messageContents } from '#server/channels/rendering/content.ts';
import type { App } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import { keepPlans } from '#server/platform/database/keep-plans.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { insertTestAlarm, rehearsedAlarm, testAlarm } from './insert-test-alarm.ts';
import { type LoopBack, openLoopBack } from './loop-back.ts';

/** The services for a synthetic alarm. */
export type PathParts = Pick<App, 'db' | 'jobs' | 'log' | 'publicUrl' | 'secrets'>;

/** A step of a synthetic alarm. */
type PathStep = 'launch' | 'claim' | 'hand_over' | 'answer';

/** A synthetic alarm did not get past a step. */
export class PathFailure extends Error {
  readonly step: PathStep;
  constructor(step: PathStep, options?: ErrorOptions) {
    super(`no ${step}`, options);
    this.step = step;
  }
}

// rolls the transaction back
class Undone extends Error {}

/**
 * Runs a synthetic alarm from launch to answer with real code, in a transaction that is rolled back: it is in no list,
 * log, count or backup. Throws a PathFailure with the failed step.
 */
export async function walkPath(app: PathParts, node: string): Promise<void> {
  let step: PathStep = 'launch';
  const at = (next: PathStep) => {
    step = next;
  };
  await andUndo(app.db, (tx) => walk(app, tx, node, at)).catch((cause: unknown) => {
    throw new PathFailure(step, { cause });
  });
}

/** Launches a synthetic alarm and rolls it back, unless another process does so at this moment. */
export const rehearseLaunch = (app: Pick<PathParts, 'jobs' | 'secrets'>, db: Db): Promise<void> =>
  andUndo(db, async (tx) => {
    const { rows } = await sql`select where pg_try_advisory_xact_lock(${rehearsedAlarm})`.execute(tx);
    if (!rows.length) return;
    await insertTestAlarm(tx, rehearsedAlarm);
    await keepPlans(tx); // as a launch does
    await planChecks(tx);
    await launchIt(app, tx, rehearsedAlarm);
  });

const noSession = { id: 0, apiKey: null, sessionId: '00000000-0000-0000-0000-000000000000' };

/** Runs the statements of a launch that the synthetic alarm doesn't need. */
async function planChecks(tx: Tx): Promise<void> {
  await findTarget(tx, 'sendMessage', rehearsedAlarm);
  await findTarget(tx, 'sendReport', rehearsedAlarm);
  await draftRevision(tx, rehearsedAlarm);
  await refuseRevoked(tx, noSession, 'send_message').catch(() => {});
  await loadStructure(tx, [{ lists: [rehearsedAlarm], groups: [rehearsedAlarm], people: [] }]);
}

async function andUndo(db: Db, work: (tx: Tx) => Promise<void>): Promise<void> {
  try {
    await inTransaction(db, async (tx) => {
      // a stalled test must not hold locks
      await sql`select set_config('statement_timeout', '8s', true), set_config('lock_timeout', '2s', true),
        set_config('idle_in_transaction_session_timeout', '10s', true)`.execute(tx);
      await work(tx);
      throw new Undone();
    });
  } catch (error) {
    if (!(error instanceof Undone)) throw error;
  }
}

async function walk(app: PathParts, tx: Tx, node: string, at: (step: PathStep) => void): Promise<void> {
  const channelId = await insertTestAlarm(tx);
  await launchIt(app, tx, testAlarm);
  // `now()` is the start of the transaction, so the launch is in its future
  await sql`update message_recipients set try_at = now() where message_id = ${testAlarm}`.execute(tx);
  at('claim');
  const [recipient] = await claimRecipients(tx, { id: node }, [{ messageId: testAlarm, channelId, count: 1 }]);
  if (!recipient) throw new Error('not claimed');
  at('hand_over');
  const loopBack = openLoopBack(channelId);
  const outcome = await attempt(contextOf(app, tx), loopBack.channel, recipient, () => {});
  if (outcome.status !== 'sent') throw new Error(`not handed over: ${outcome.reason}`);
  let tries = 0;
  const record = recordResults(
    { db: tx, log: app.log },
    { id: node },
    () => {},
    () => tries++ > 0, // a transaction that has failed never records it
  );
  await record({ ...outcome, recipient });
  const { rows } = await sql`
    select from message_recipients where message_id = ${testAlarm} and status = 'sent' and sent_at is not null`.execute(
    tx,
  );
  if (rows.length !== 1) throw new Error('result not recorded');
  at('answer');
  await answer(app, tx, loopBack);
}

async function launchIt(app: Pick<PathParts, 'jobs' | 'secrets'>, tx: Tx, id: number): Promise<void> {
  const state = await launchInEvent(tx, id);
  const drafts = await lockDrafts(tx, id);
  const [prepared] = await prepareMessages({ db: tx, viewer: null }, drafts, state);
  // exercises use the exercise channel even if it is off
  const blocker = prepared?.blockers.find((key) => key !== 'error_channel_inactive');
  if (!prepared || blocker) throw new Error(`not launched: ${blocker}`);
  await launch(app, tx, [prepared], { by: null, state, undoSeconds: 0 });
}

const contextOf = (app: PathParts, tx: Tx): Parameters<typeof attempt>[0] => ({
  app,
  contents: messageContents(tx),
  channels: { setTrouble() {} },
  health: { note() {} },
  mayBegin: () => true,
  isStopped: () => false,
  mistakes: new Map(),
  unknownDelay: 0,
  silence: 0,
});

/** Answers by the link, and checks the result. */
async function answer(app: PathParts, tx: Tx, { received }: LoopBack): Promise<void> {
  const link = received()?.answer;
  const option = link?.options.find(({ askMinutes }) => !askMinutes);
  const token = link?.url.split('/').at(-1);
  const asked = token ? await findAsked(tx, token) : null;
  if (!asked || !option) throw new Error('no question behind the link');
  await recordAnswerIn(app, tx, { ...asked, option: option.code, source: 'link' });
  const { rows } = await sql`
    select from message_recipients r join answers a on a.recipient_id = r.id join answer_options o on o.id = a.option_id
    where r.message_id = ${testAlarm} and r.status = 'sent' and o.code = ${option.code}`.execute(tx);
  if (rows.length !== 1) throw new Error('answer not stored');
}
