import { sql } from 'kysely';
import { isUnderWay } from '#server/alerting/recipients/absent.ts';
import { addOnDuty } from '#server/alerting/recipients/on-duty.ts';
import { addressOf } from '#server/api/contact-address.ts';
import { defaultCountry } from '#server/api/contact-input.ts';
import { DeliveryError } from '#server/channels/channel.ts';
import { deviceReference, listDevices } from '#server/channels/devices/devices.ts';
import { addressKinds } from '#server/channels/registry.ts';
import { languageOfPerson } from '#server/channels/rendering/person-language.ts';
import { commonValues, findText } from '#server/channels/system-mails/deliver.ts';
import { mailAddressOf } from '#server/channels/system-mails/mail-address.ts';
import { findSendingChannel, handOverText } from '#server/channels/system-mails/over-channel.ts';
import { renderMail } from '#server/channels/system-mails/render.ts';
import { sendSystemMail } from '#server/channels/system-mails/send.ts';
import type { App } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import type { JobData } from '#server/platform/jobs/queues.ts';
import { isDeviceKind } from '#shared/device-kinds.ts';
import { announceItems, nextNotice } from './items.ts';

const mostAtOnce = 500;
const identifier = 'incoming_item' as const;
/** Types of channels that also wake people; mails leave as system mails. */
const wakingTypes = ['sms', 'webpush'];

interface DueItem {
  id: number;
  round: number;
  title: string;
  sourceName: string;
  groupId: number | null;
}

/**
 * Notifies the next person on duty of each item that nobody took within the time. If nobody is left, the item says so and no one
 * else is notified.
 */
export async function notifyDue(app: App): Promise<void> {
  for (let count = 0; count < mostAtOnce && (await notifyNext(app)); count++);
}

async function notifyNext(app: App): Promise<boolean> {
  return inTransaction(app.db, async (tx) => {
    const { rows } = await sql<DueItem>`
      select i.id, i.round, i.title, s.name as source_name, s.group_id
      from incoming_items i join incoming_sources s on s.id = i.source_id
      where i.next_notice_at <= clock_timestamp() and i.taken_by is null and i.closed_at is null
      order by i.next_notice_at limit 1 for update of i skip locked`.execute(tx);
    const [item] = rows;
    if (!item) return false;
    const isTold = await tellNext(app, tx, item);
    await sql`
      update incoming_items set next_notice_at = case when ${isTold} then ${nextNotice} end,
        nobody_left_at = case when ${isTold} then null else clock_timestamp() end, version = version + 1
      where id = ${item.id}`.execute(tx);
    await announceItems(tx);
    return true;
  });
}

/** Notifies the first person on duty who was not yet notified and whom a channel reaches; returns whether there is one. */
async function tellNext(app: App, tx: Tx, item: DueItem): Promise<boolean> {
  for (const person of await peopleLeft(tx, item)) {
    const [ways, mail] = [await wakingWays(tx, person), await mailAddressOf(tx, person)];
    const hasAddress = ways.length > 0 || mail !== null;
    await sql`
      insert into incoming_notices (item_id, round, person_id, has_address)
      values (${item.id}, ${item.round}, ${person}, ${hasAddress})`.execute(tx);
    if (!hasAddress) continue;
    const { id, round } = item;
    await app.jobs.enqueue(tx, 'incoming_notice', ...ways.map((way) => ({ ...way, item: id, round, person })));
    if (mail) {
      const values = valuesOf(item);
      const page = pageOf(id);
      await sendSystemMail(app, tx, { identifier, to: { personId: person }, language: mail.language, values, page });
    }
    return true;
  }
  return false;
}

async function peopleLeft(tx: Tx, { id, round, groupId }: DueItem): Promise<number[]> {
  if (groupId === null) return [];
  const duty = { onDuty: [] as number[], alwaysNeeded: false };
  await addOnDuty(tx, new Map([[groupId, duty]]));
  const { rows } = await sql<{ id: number }>`
    select p.id from people p
    where p.id = any(${duty.onDuty}::int[]) and p.is_active and p.erased_at is null
      and not exists (select 1 from incoming_notices n
        where n.item_id = ${id} and n.round = ${round} and n.person_id = p.id)
      and not exists (select 1 from absences a where a.person_id = p.id and ${isUnderWay})
    order by array_position(${duty.onDuty}::int[], p.id)`.execute(tx);
  return rows.map((row) => row.id);
}

/** The first active channel of each waking type with the person's address there. */
async function wakingWays(tx: Tx, person: number): Promise<{ channel: number; to: string }[]> {
  const { rows: channels } = await sql<{ id: number; type: string; settings: unknown }>`
    select distinct on (t.identifier) c.id, t.identifier as type, c.settings
    from channels c join channel_types t on t.id = c.channel_type_id and t.is_active
    where c.is_active and t.identifier = any(${wakingTypes}::text[]) order by t.identifier, c.id`.execute(tx);
  const country = await defaultCountry(tx);
  const devices = await listDevices(tx, { personId: person });
  const { rows: data } = await sql<{ kind: string; value: string }>`
    select t.field_type as kind, d.value_str as value from person_data d
    join person_data_types t on t.id = d.key_field_id and t.is_active
    where d.person_id = ${person} and d.value_str is not null order by t.sort_order, t.id`.execute(tx);
  return channels.flatMap(({ id: channel, type, settings }) => {
    const kinds = addressKinds(type, settings);
    if (kinds.some(isDeviceKind)) return devices.map(({ id }) => ({ channel, to: deviceReference({ device: id }) }));
    const addresses = kinds.flatMap((kind) =>
      data.filter((one) => one.kind === kind).flatMap(({ value }) => addressOf(kind, value, country)?.target ?? []),
    );
    return addresses.slice(0, 1).map((to) => ({ channel, to }));
  });
}

/** Hands one notice over, unless the item was taken or closed since. Throws to be retried. */
export async function sendNotice(app: App, job: JobData['incoming_notice']): Promise<void> {
  const item = await findWaiting(app.db, job);
  const channel = item && (await findSendingChannel(app, job.channel));
  if (!channel) return;
  const language = await languageOfPerson(app.db, job.person);
  const text = await findText(app, identifier, language);
  if (!text) return;
  const person = await app.db.selectFrom('people').selectAll().where('id', '=', job.person).executeTakeFirst();
  const values = {
    ...(await commonValues(app, language)),
    ...valuesOf(item),
    'person.firstName': person?.firstName ?? '',
    'person.lastName': person?.lastName ?? '',
    link: `${app.publicUrl}/#${pageOf(item.id)}`,
  };
  await handOverText(app, channel, { ...renderMail(text, language, values), language, to: job.to, urgent: true }).catch(
    (error: unknown) => {
      if (!(error instanceof DeliveryError)) throw error;
      app.log.warn({ event: 'incoming_notice_failed', channel: channel.id, item: item.id, reason: error.reason });
      if (error.kind === 'temporary' || error.kind === 'channel') throw error; // retried
    },
  );
}

async function findWaiting(db: Db, { item, round }: JobData['incoming_notice']): Promise<DueItem | null> {
  const { rows } = await sql<DueItem>`
    select i.id, i.round, i.title, s.name as source_name, s.group_id
    from incoming_items i join incoming_sources s on s.id = i.source_id
    where i.id = ${item} and i.round = ${round} and i.taken_by is null and i.closed_at is null`.execute(db);
  return rows[0] ?? null;
}

/** Where the notified person takes the item. */
const pageOf = (item: number) => `/incoming?item=${item}`;

const valuesOf = ({ title, sourceName }: Pick<DueItem, 'title' | 'sourceName'>) => ({
  'item.title': title,
  'source.name': sourceName,
});
