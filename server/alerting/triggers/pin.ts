import { createHmac, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import { appendAudit } from '#server/api/audit/audit.ts';
import type { SignedIn } from '#server/api/viewer/viewer.ts';
import { sendSystemMail } from '#server/channels/system-mails/send.ts';
import type { App } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { Refusal } from '#server/platform/errors.ts';
import { publish } from '#server/platform/live/live.ts';
import { textIn } from '#shared/label.ts';
import { featuresOf } from '#shared/permissions.ts';
import { pinPattern, type TriggerWay, triggerWays, wrongPinsAllowed } from '#shared/trigger-ways.ts';
import type { Trigger } from './find.ts';

const hashOf = ({ secrets }: Pick<App, 'secrets'>, id: number, pin: string): Buffer =>
  createHmac('sha256', secrets.code).update(`triggers/${id}/${pin}`).digest();

/** The result of a PIN check. */
export type PinResult = 'right' | 'wrong' | 'locked';

interface PinTry {
  trigger: Trigger;
  way: TriggerWay;
  /** Null for unknown callers, who share one counter. */
  sender: string | null;
  pin: string;
}

/**
 * Checks a PIN, counted before comparing: a few consecutive failures lock the way for the sender, and administrators
 * get a mail.
 */
export async function tryPin(
  app: Pick<App, 'db' | 'jobs' | 'log' | 'secrets'>,
  { trigger, way, sender: address, pin }: PinTry,
): Promise<PinResult> {
  const sender = senderKey(app, address);
  const { rows } = await sql<{ tries: number }>`
    insert into trigger_locks as l (trigger_id, way, sender, tries) values (${trigger.id}, ${way}, ${sender}, 1)
    on conflict (trigger_id, way, sender) do update set tries = l.tries + 1 where l.tries < ${wrongPinsAllowed}
    returning tries`.execute(app.db);
  const tries = rows[0]?.tries ?? Number.POSITIVE_INFINITY;
  if (tries <= wrongPinsAllowed && trigger.pinHash && timingSafeEqual(trigger.pinHash, hashOf(app, trigger.id, pin))) {
    await sql`delete from trigger_locks where trigger_id = ${trigger.id} and way = ${way} and sender = ${sender}`.execute(
      app.db,
    );
    return 'right';
  }
  if (tries >= wrongPinsAllowed) await lock(app, trigger, way, sender);
  return tries > wrongPinsAllowed ? 'locked' : 'wrong';
}

const senderKey = ({ secrets }: Pick<App, 'secrets'>, address: string | null): string =>
  address === null
    ? ''
    : createHmac('sha256', secrets.code).update(`sender/${address}`).digest('base64url').slice(0, 22);

/** Reports a lock once in the audit log, on screens and by mail. */
async function lock(
  app: Pick<App, 'db' | 'jobs' | 'log'>,
  { id, name }: Trigger,
  way: TriggerWay,
  sender: string,
): Promise<void> {
  await inTransaction(app.db, async (tx) => {
    const { rows } = await sql<{ id: number }>`
      update trigger_locks set locked_at = clock_timestamp()
      where trigger_id = ${id} and way = ${way} and sender = ${sender} and locked_at is null and tries >= ${wrongPinsAllowed}
      returning trigger_id as id`.execute(tx);
    if (!rows.length) return;
    app.log.warn({ event: 'trigger_locked', trigger: id, way });
    await appendAudit(tx, {
      by: null,
      action: 'update',
      type: 'Trigger',
      rowId: id,
      label: name,
      after: { locked: way },
    });
    const users = await tx
      .selectFrom('users')
      .select(['id', 'language', 'roles'])
      .where('isActive', '=', true)
      .execute();
    const mails = users
      .filter(({ roles }) => featuresOf(roles).includes('manage_trigger'))
      .map(({ id: to, language }) => ({
        identifier: 'trigger_locked' as const,
        to,
        language,
        values: { 'trigger.name': name, 'trigger.way': textIn(triggerWays[way], language) },
        page: `/administration/triggers?id=${id}`,
      }));
    await sendSystemMail(app, tx, ...mails);
    await publish(tx, { system: true });
  });
}

/** Sets the PIN of a trigger and unlocks all its ways. */
export async function setPin(ctx: SignedIn, id: number, pin: string): Promise<Trigger> {
  if (!pinPattern.test(pin) || isEasy(pin)) throw new Refusal('error_trigger_pin', { pin: 'error_trigger_pin' });
  return change(ctx, id, { pin: 'replaced' }, async (tx) => {
    await tx
      .updateTable('triggers')
      .set({ pinHash: hashOf(ctx, id, pin) })
      .where('id', '=', id)
      .execute();
    await tx.deleteFrom('triggerLocks').where('triggerId', '=', id).execute();
  });
}

/** Unlocks a way for all senders after wrong PINs. */
export const unlock = (ctx: SignedIn, id: number, way: string): Promise<Trigger> =>
  change(ctx, id, { unlocked: way }, async (tx) => {
    await tx.deleteFrom('triggerLocks').where('triggerId', '=', id).where('way', '=', way).execute();
  });

async function change(
  { db, viewer }: SignedIn,
  id: number,
  after: Record<string, string>,
  write: (tx: Tx) => Promise<void>,
): Promise<Trigger> {
  return inTransaction(db, async (tx) => {
    const held = await tx.selectFrom('triggers').select('name').where('id', '=', id).forUpdate().executeTakeFirst();
    if (!held) throw new Refusal('error_not_found');
    await write(tx);
    await appendAudit(tx, { by: viewer.id, action: 'update', type: 'Trigger', rowId: id, label: held.name, after });
    await publish(tx, { system: true });
    return tx.selectFrom('triggers').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  });
}

function isEasy(pin: string): boolean {
  const steps = new Set([...pin].slice(1).map((digit, at) => Number(digit) - Number(pin[at])));
  return steps.size === 1 && [-1, 0, 1].includes([...steps][0]!);
}
