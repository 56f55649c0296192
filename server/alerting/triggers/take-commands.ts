import { sql } from 'kysely';
import type { App } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { publish } from '#server/platform/live/live.ts';
import type { Loop } from '#server/platform/nodes/loop.ts';
import type { WorkPace } from '#server/platform/nodes/work-pace.ts';
import { withinLimit } from '#server/platform/throttle.ts';
import { pinPattern, type TriggerWay } from '#shared/trigger-ways.ts';
import { type CommandWords, commandWords, isStopWord } from '#shared/trigger-words.ts';
import { type FinishedCall, findCall, recordCall, type TriggerCaller } from './calls.ts';
import { cancelStart } from './cancel.ts';
import { findTrigger, senderOf, type Trigger } from './find.ts';
import { tryPin } from './pin.ts';
import { startTrigger } from './start.ts';

type Parts = Pick<App, 'db' | 'jobs' | 'live' | 'log' | 'secrets'>;

const interval = [250, 500] as const;

/** Of unknown senders' calls per trigger and hour. */
const mostUnknown = 60;

const mask = '••••••';

const wayOf: Partial<Record<string, TriggerWay>> = { sms: 'sms', email: 'mail' };

/** Processes commands to start or stop an alarm. */
export function startCommands(app: Parts, pace: WorkPace): Pick<Loop, 'stop'> {
  const turn = async () => {
    if (!(await hasCommands(app.db))) return;
    const failed: number[] = [];
    const failures: unknown[] = [];
    while (failures.length === failed.length) {
      const taken = await takeNext(app, failed).catch((error: unknown) => void failures.push(error));
      if (taken === false) break;
    }
    if (failures.length) throw failures[0]; // the loop reports it and retries
  };
  const loop = pace.loop(app.log, 'triggers', interval, turn, { isWatched: true });
  const unwatch = app.live.watch('commands', loop.wake);
  return {
    async stop() {
      unwatch();
      await loop.stop();
    },
  };
}

/** Spares an idle turn the transaction. */
async function hasCommands(db: Db): Promise<boolean> {
  const { rows } = await sql<{ some: boolean }>`
    select exists (select 1 from replies where command is not null) as some`.execute(db);
  return rows[0]!.some;
}

interface Command {
  id: number;
  channelId: number;
  channelType: string;
  externalId: string;
  fromAddress: string;
  command: string;
}

/** Processes the oldest command; false without any. Adds failures to `failed`. */
async function takeNext(app: Parts, failed: number[]): Promise<boolean> {
  return inTransaction(app.db, async (tx) => {
    const { rows } = await sql<Command>`
      select r.id, r.channel_id, t.identifier as channel_type, r.external_id, r.from_address, r.command
      from replies r join channels c on c.id = r.channel_id join channel_types t on t.id = c.channel_type_id
      where r.command is not null and r.id <> all(${failed}::int[])
      order by r.id limit 1 for update of r skip locked`.execute(tx);
    const reply = rows[0];
    if (!reply) return false;
    failed.push(reply.id);
    const isTaken = await take(app, tx, reply);
    if (isTaken) await sql`delete from replies where id = ${reply.id}`.execute(tx);
    else await release(tx, reply);
    failed.pop();
    return true;
  });
}

/** Returns whether it was an authorized command. */
async function take(app: Parts, tx: Tx, reply: Command): Promise<boolean> {
  const words = commandWords(reply.command);
  const way = wayOf[reply.channelType];
  if (!way) return false;
  if (isStopWord(words.keyword)) return stop(app, tx, reply, way, words);
  const trigger = await findTrigger(tx, way, words.keyword);
  if (!trigger) return false;
  const sender = await senderOf(tx, trigger, reply.fromAddress);
  const caller: TriggerCaller = {
    triggerId: trigger.id,
    way,
    key: `${reply.channelId}/${reply.externalId}`,
    address: reply.fromAddress,
    userId: sender?.userId ?? null,
    channelId: reply.channelId,
    exercise: words.exercise,
  };
  if (!sender) {
    app.log.warn({ event: 'trigger_unknown_sender', trigger: trigger.id, way });
    // an owner of any number can send many of these
    if (await withinLimit(app.db, 'trigger_unknown_sender', String(trigger.id), mostUnknown, 3600)) {
      await recordCall(tx, caller, 'unknown_sender');
      await publish(tx, { system: true });
    }
    return false;
  }
  const before = await findCall(tx, caller);
  if (before?.answeredAt) return before.outcome !== 'no_pin'; // a repetition after completion
  const call = await start(app, trigger, { ...caller, before }, words);
  await answer(app, tx, call);
  await publish(tx, { system: true });
  return call.outcome !== 'no_pin';
}

/** Replies once per message, also after a crash. */
async function answer(app: Parts, tx: Tx, { id }: FinishedCall): Promise<void> {
  await app.jobs.enqueue(tx, 'trigger_answer', { call: id });
  await sql`update trigger_calls set answered_at = clock_timestamp() where id = ${id}`.execute(tx);
}

/** Checks the PIN and starts; repetitions don't count. */
async function start(
  app: Parts,
  trigger: Trigger,
  { before, ...caller }: TriggerCaller & { before: FinishedCall | null },
  { rest }: CommandWords,
): Promise<FinishedCall> {
  if (!needsPin(trigger, caller.way)) return started(app, trigger, { ...caller, addition: rest });
  if (before?.outcome === 'wrong_pin' || before?.outcome === 'locked') return before;
  const { pin, addition } = pinIn(rest);
  const refused = await refusalOf(app, trigger, caller, pin);
  if (refused) return recordCall(app.db, caller, refused);
  return started(app, trigger, { ...caller, addition: addition.replaceAll(pin, '') });
}

/** Returns whether starting and stopping over this way requires a PIN. */
const needsPin = ({ smsPin }: Trigger, way: TriggerWay): boolean => way !== 'sms' || smsPin;

function pinIn(rest: string): { pin: string; addition: string } {
  const [, pin = '', addition = ''] = /^(\d+)(?![\p{L}\p{N}])[\s.,;:]*(.*)$/su.exec(rest) ?? [];
  return { pin, addition };
}

async function refusalOf(
  app: Parts,
  trigger: Trigger,
  { way, address }: Pick<TriggerCaller, 'way' | 'address'>,
  pin: string,
): Promise<'no_pin' | 'wrong_pin' | 'locked' | null> {
  if (!pinPattern.test(pin)) return 'no_pin';
  const result = await tryPin(app, { trigger, way, sender: address, pin });
  return result === 'right' ? null : result === 'wrong' ? 'wrong_pin' : 'locked';
}

/** Also replies if the alarm was already running. */
const started = async (
  app: Parts,
  trigger: Trigger,
  caller: TriggerCaller & { addition: string },
): Promise<FinishedCall> => (await startTrigger(app, trigger, caller)).call;

/** Cancels the sender's recent start. Requires the PIN if starting does, because numbers can be forged. */
async function stop(app: Parts, tx: Tx, reply: Command, way: TriggerWay, { rest }: CommandWords): Promise<boolean> {
  const { rows } = await sql<FinishedCall>`
    select * from trigger_calls
    where channel_id = ${reply.channelId} and caller = ${reply.fromAddress} and outcome = 'started'
      and undo_until > clock_timestamp() - interval '10 minutes'
    order by id desc limit 1`.execute(tx);
  const start = rows[0];
  if (!start) return false;
  const key = `${reply.channelId}/${reply.externalId}`;
  const before = await findCall(tx, { triggerId: start.triggerId, way, key });
  if (before?.answeredAt) return true;
  const { triggerId, userId, exercise, channelId } = start;
  const caller = { triggerId, way, key, address: reply.fromAddress, userId, channelId, exercise };
  const trigger = await tx.selectFrom('triggers').selectAll().where('id', '=', triggerId).executeTakeFirstOrThrow();
  const refused =
    needsPin(trigger, way) && before?.outcome !== 'cancelled' && before?.outcome !== 'too_late'
      ? await refusalOf(app, trigger, caller, pinIn(rest).pin)
      : null;
  const outcome = refused ?? (await cancelStart(app, start.id, start.userId));
  const call = await recordCall(tx, caller, outcome, { startedBy: start.id });
  await answer(app, tx, call);
  return true;
}

/** Passes it on as a reply, without its PIN. */
async function release(tx: Tx, { id, command }: Command): Promise<void> {
  const pin = /\d+/.exec(commandWords(command).rest.slice(0, 20))?.[0] ?? '';
  const hidden = pinPattern.test(pin) ? pin : null;
  await sql`
    update replies set command = null, text = coalesce(replace(text, ${hidden}::text, ${mask}::text), text)
    where id = ${id}`.execute(tx);
}
