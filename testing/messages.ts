import { type Insertable, sql } from 'kysely';
import { wakeCascades } from '#server/alerting/cascade/cascade.ts';
import { advanceMessages, launchDue } from '#server/alerting/launch/advance-messages.ts';
import type { App } from '#server/platform/context.ts';
import type { Db } from '#server/platform/database/connect.ts';
import type { DB } from '#server/platform/database/types.gen.ts';
import { createMessage, idByIdentifier } from './factories.ts';
import { until } from './until.ts';

interface Chosen {
  lists?: number[];
  groups?: number[];
  people?: number[];
}

/** Creates a draft message with selected recipients. */
export async function createDraft(
  db: Db,
  { lists = [], groups = [], people = [], ...values }: Partial<Insertable<DB['messages']>> & Chosen = {},
) {
  const message = await createMessage(db, values);
  const chosen = { message_lists: lists, message_groups: groups, message_people: people };
  const columns = { message_lists: 'mailing_list_id', message_groups: 'group_id', message_people: 'person_id' };
  for (const [table, ids] of Object.entries(chosen)) {
    await sql`
      insert into ${sql.table(table)} (message_id, ${sql.ref(columns[table as keyof typeof columns])}, sort_order)
      select ${message.id}, id, place from unnest(${ids}::int[]) with ordinality as x (id, place)`.execute(db);
  }
  return message;
}

/** Sets the undo period for later launches; tests start with 0. */
export const setUndoSeconds = (db: Db, seconds: number) =>
  db
    .updateTable('systemSettings')
    .set({ valueStr: String(seconds) })
    .where('valueKey', '=', 'undo_seconds')
    .execute();

let count = 0;

/** Creates a channel of a type without a provider. */
export async function createChannel(db: Db, type: string, values: Partial<Insertable<DB['channels']>> = {}) {
  const identifier = `${type}_${process.pid}_${++count}`;
  return db
    .insertInto('channels')
    .values({ name: type, identifier, channelTypeId: await idByIdentifier(db, 'channelTypes', type), ...values })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Result of the delivery to a person; sent by default. */
export type Delivered = (personId: number | null, address: string) => 'sent' | 'failed';

/** Sends all due recipients; failures trigger stop limits. Returns the people. */
export async function deliver(db: Db, messageId: number, how: Delivered = () => 'sent'): Promise<number[]> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: number; reportId: number; personId: number; targetAddress: string }>`
      update message_recipients set status = 'sending', attempts = attempts + 1
      where message_id = ${messageId} and status = 'queued' and try_at <= clock_timestamp()
      returning id, report_id, person_id, target_address`.execute(tx);
    for (const row of rows) {
      const status = how(row.personId, row.targetAddress);
      const sentAt = status === 'sent' ? sql<Date>`clock_timestamp()` : null;
      await tx.updateTable('messageRecipients').set({ status, sentAt }).where('id', '=', row.id).execute();
      if (status === 'failed') await wakeCascades(tx, [row]);
    }
    return rows.map((row) => row.personId).sort((a, b) => a - b);
  });
}

/** Runs the scheduler until nothing is due. */
export async function settle(app: App): Promise<void> {
  await launchDue(app);
  for (let turn = 0, isDue = true; isDue && turn < 5; turn++) isDue = (await advanceMessages(app)).wasDue;
}

/** Advances a report's stop limits in time. */
export async function passMinutes(db: Db, reportId: number, minutes: number): Promise<void> {
  await sql`
    update cascade_members m set asked_at = asked_at - make_interval(mins => ${minutes}),
      due_at = m.due_at - make_interval(mins => ${minutes})
    from cascades c where c.id = m.cascade_id and c.report_id = ${reportId}`.execute(db);
  await sql`update cascades set due_at = due_at - make_interval(mins => ${minutes}) where report_id = ${reportId}`.execute(
    db,
  );
  await sql`
    update answers set at = at - make_interval(mins => ${minutes}), overdue_at = overdue_at - make_interval(mins => ${minutes})
    where report_id = ${reportId}`.execute(db);
  await sql`
    update message_recipients r set sent_at = r.sent_at - make_interval(mins => ${minutes})
    from stand_downs s where s.report_id = ${reportId} and r.report_id = s.notice_id`.execute(db);
}

/** Ends the undo period of the stand-down notice. */
export async function passWindow(db: Db, reportId: number): Promise<void> {
  await sql`update stand_downs set due_at = clock_timestamp() where report_id = ${reportId} and due_at is not null`.execute(
    db,
  );
}

/** Advances the time of a report's planned steps. */
export async function passSeconds(db: Db, reportId: number, seconds: number): Promise<void> {
  await sql`
    update message_recipients set try_at = try_at - make_interval(secs => ${seconds})
    where report_id = ${reportId} and status = 'pending'`.execute(db);
}

/** Returns the newest rows' status and reason by person. */
export async function statusesOf(db: Db, messageId: number): Promise<Record<number, string>> {
  const { rows } = await sql<{ personId: number; text: string }>`
    select person_id, concat_ws(' ', status, status_reason) as text from message_recipients
    where message_id = ${messageId} and not superseded order by id`.execute(db);
  return Object.fromEntries(rows.map((row) => [row.personId, row.text]));
}

const stalled = 4999;

const places = {
  recipients: sql`create or replace trigger test_stall before insert on message_recipients`,
  commit: sql`create constraint trigger test_stall after update of launched_at on messages initially deferred`,
};

/** Runs a function during a launch, between recipients or before the commit. */
export async function whileLaunching(
  db: Db,
  reportId: number,
  launch: () => Promise<unknown>,
  meanwhile: () => Promise<unknown>,
  place: keyof typeof places = 'recipients',
): Promise<void> {
  await sql`
    create or replace function test_stall() returns trigger language plpgsql as $$ begin
      perform pg_advisory_xact_lock_shared(${sql.lit(stalled)}, new.report_id); return new; end $$`.execute(db);
  await sql`${places[place]} for each row execute function test_stall()`.execute(db);
  let launched: Promise<unknown> | undefined;
  try {
    await db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(${stalled}, ${reportId})`.execute(tx);
      launched = launch();
      launched.catch(() => {});
      await until(async () => {
        const { rows } = await sql`
          select 1 from pg_locks where locktype = 'advisory' and classid = ${stalled} and objid = ${reportId}
            and not granted and database = (select oid from pg_database where datname = current_database())`.execute(
          tx,
        );
        return rows.length > 0;
      });
      await meanwhile();
    });
    await launched;
  } finally {
    await sql`drop function test_stall() cascade`.execute(db);
  }
}
