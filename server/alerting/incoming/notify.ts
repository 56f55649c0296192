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
import { type MailAddress, mailAddressOf } from '#server/channels/system-mails/mail-address.ts';
import { findSendingChannel, handOverText } from '#server/channels/system-mails/over-channel.ts';
import { renderMail } from '#server/channels/system-mails/render.ts';
import { sendSystemMail } from '#server/channels/system-mails/send.ts';
import type { App } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import type { JobData } from '#server/platform/jobs/queues.ts';
import { isDeviceKind } from '#shared/device-kinds.ts';
import { noticeMinutes } from '#shared/incoming-kinds.ts';
import { announceItems, nextNotice, releaseOfInactive } from './items.ts';

const mostAtOnce = 2_000;
const identifier = 'incoming_item' as const;
/** Types that also wake people, besides mail. */
const wakingTypes = ['sms', 'webpush'];
/** How long a later shift is notified of an unassigned item. */
const hoursForLaterShifts = 24;

const isWaiting = sql`i.taken_by is null and i.closed_at is null`;

interface NamedItem {
  id: number;
  title: string;
  sourceName: string;
}

type DueItem = NamedItem & { round: number; nobodyLeftAt: Date | null };

/** A person on duty with their ways. */
interface OnDuty {
  id: number;
  ways: { channel: number; to: string }[];
  mail: MailAddress | null;
  /** The next notice waits until then, because they got one of other items less than five minutes ago. */
  restsUntil: Date | null;
}

/**
 * Notifies the next person on duty of items that no one took in time. If no one is left, marks the item, and only
 * notifies a later shift. A person gets one notice for all due items of a group, at most every five minutes.
 */
export async function notifyDue(app: App): Promise<void> {
  await releaseOfInactive(app.db);
  const { rows: groups } = await sql<{ groupId: number | null }>`
    select distinct s.group_id from incoming_items i join incoming_sources s on s.id = i.source_id
    where i.next_notice_at <= now() and ${isWaiting}`.execute(app.db);
  const failures: unknown[] = [];
  for (const { groupId } of groups) {
    // a failure must not hold up the other groups
    await notifyGroup(app, groupId).catch((error: unknown) => failures.push(error));
  }
  if (failures.length) throw failures[0];
}

async function notifyGroup(app: App, groupId: number | null): Promise<void> {
  while ((await inTransaction(app.db, (tx) => notifySome(app, tx, groupId))) === mostAtOnce);
}

/** Notifies people of a group's due items; returns their number. */
async function notifySome(app: App, tx: Tx, groupId: number | null): Promise<number> {
  const { rows: items } = await sql<DueItem>`
    select i.id, i.round, i.title, i.nobody_left_at, s.name as source_name
    from incoming_items i join incoming_sources s on s.id = i.source_id
    where i.next_notice_at <= now() and ${isWaiting} and s.group_id is not distinct from ${groupId}::int
    order by i.next_notice_at, i.id limit ${mostAtOnce} for update of i skip locked`.execute(tx);
  if (!items.length) return 0;
  const turns = await turnsOf(tx, items, await peopleOnDuty(tx, groupId, items));
  let isChanged = false;
  for (const [person, theirs] of turns) {
    if (!person) isChanged = (await noteNobodyLeft(tx, theirs)) || isChanged;
    else if (person.restsUntil) await postpone(tx, theirs, person.restsUntil);
    else {
      await notifyPerson(app, tx, person, theirs);
      isChanged = true;
    }
  }
  if (isChanged) await announceItems(tx);
  return items.length;
}

const isReachable = ({ ways, mail }: OnDuty) => ways.length > 0 || mail !== null;

/** Returns items by the next reachable person, or null; notes skipped people. */
async function turnsOf(
  tx: Tx,
  items: readonly DueItem[],
  people: readonly OnDuty[],
): Promise<Map<OnDuty | null, DueItem[]>> {
  const ids = items.map(({ id }) => id);
  const { rows } = await sql<{ itemId: number; personId: number }>`
    select n.item_id, n.person_id from incoming_notices n join incoming_items i on i.id = n.item_id and i.round = n.round
    where n.item_id = any(${ids}::int[])`.execute(tx);
  const told = new Set(rows.map(({ itemId, personId }) => `${itemId} ${personId}`));
  const isLeft = (item: DueItem, person: OnDuty) => !told.has(`${item.id} ${person.id}`);
  const turns = Map.groupBy(items, (item) => people.find((one) => isReachable(one) && isLeft(item, one)) ?? null);
  for (const [next, theirs] of turns) {
    for (const person of people.slice(0, next ? people.indexOf(next) : people.length)) {
      if (isReachable(person)) continue;
      const passing = theirs.filter((item) => isLeft(item, person));
      await noteNotices(tx, person.id, passing, false);
    }
  }
  return turns;
}

async function noteNotices(tx: Tx, person: number, items: readonly DueItem[], hasAddress: boolean): Promise<void> {
  await sql`
    insert into incoming_notices (item_id, round, person_id, has_address)
    select item, round, ${person}::int, ${hasAddress}::bool
    from unnest(${items.map(({ id }) => id)}::int[], ${items.map(({ round }) => round)}::int[]) as x (item, round)`.execute(
    tx,
  );
}

async function notifyPerson(app: App, tx: Tx, { id: person, ways, mail }: OnDuty, items: DueItem[]): Promise<void> {
  await noteNotices(tx, person, items, true);
  const ids = items.map(({ id }) => id);
  await sql`
    update incoming_items set next_notice_at = ${nextNotice}, nobody_left_at = null, version = version + 1
    where id = any(${ids}::int[])`.execute(tx);
  await app.jobs.enqueue(tx, 'incoming_notice', ...ways.map((way) => ({ ...way, items: ids, person })));
  if (!mail) return;
  const page = pageOf(items[0]!.id);
  const values = valuesOf(items);
  await sendSystemMail(app, tx, { identifier, to: { personId: person }, language: mail.language, values, page });
}

async function noteNobodyLeft(tx: Tx, items: readonly DueItem[]): Promise<boolean> {
  await sql`
    update incoming_items set
      next_notice_at = case when waits_since > now() - make_interval(hours => ${hoursForLaterShifts}) then ${nextNotice} end,
      version = case when nobody_left_at is null then version + 1 else version end,
      nobody_left_at = coalesce(nobody_left_at, clock_timestamp())
    where id = any(${items.map(({ id }) => id)}::int[])`.execute(tx);
  return items.some(({ nobodyLeftAt }) => nobodyLeftAt === null);
}

async function postpone(tx: Tx, items: readonly DueItem[], until: Date): Promise<void> {
  await sql`
    update incoming_items set next_notice_at = ${until}
    where id = any(${items.map(({ id }) => id)}::int[])`.execute(tx);
}

/** The people on duty in the order of their shifts, without absent ones, and without those whose notice is switched off. */
async function peopleOnDuty(tx: Tx, groupId: number | null, items: readonly DueItem[]): Promise<OnDuty[]> {
  if (groupId === null) return [];
  const duty = { onDuty: [] as number[], alwaysNeeded: false };
  await addOnDuty(tx, new Map([[groupId, duty]]));
  const { rows } = await sql<{ id: number; restsUntil: Date | null }>`
    select p.id, (select max(n.at) + make_interval(mins => ${sql.lit(noticeMinutes)})
      from incoming_notices n join incoming_items i on i.id = n.item_id join incoming_sources s on s.id = i.source_id
      where n.person_id = p.id and n.has_address and n.at > now() - make_interval(mins => ${sql.lit(noticeMinutes)})
        and s.group_id = ${groupId} and i.id <> all(${items.map(({ id }) => id)}::int[])) as rests_until
    from people p
    where p.id = any(${duty.onDuty}::int[]) and p.is_active and p.erased_at is null
      and not exists (select 1 from absences a where a.person_id = p.id and ${isUnderWay})
    order by array_position(${duty.onDuty}::int[], p.id)`.execute(tx);
  const people: OnDuty[] = [];
  for (const { id, restsUntil } of rows) {
    if (!(await findText({ db: tx }, identifier, await languageOfPerson(tx, id)))) continue;
    people.push({ id, restsUntil, ways: await wakingWays(tx, id), mail: await mailAddressOf(tx, id) });
  }
  return people;
}

/** The first active channel of each waking type with an address. */
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

/** Sends a notice without items taken or closed since. Throws to be retried. */
export async function sendNotice(app: App, job: JobData['incoming_notice']): Promise<void> {
  const items = await findWaiting(app.db, job);
  const channel = items.length ? await findSendingChannel(app, job.channel) : null;
  if (!channel) return;
  const language = await languageOfPerson(app.db, job.person);
  const text = await findText(app, identifier, language);
  if (!text) return;
  const person = await app.db.selectFrom('people').selectAll().where('id', '=', job.person).executeTakeFirst();
  const values = {
    ...(await commonValues(app, language)),
    ...valuesOf(items),
    'person.firstName': person?.firstName ?? '',
    'person.lastName': person?.lastName ?? '',
    link: `${app.publicUrl}/#${pageOf(items[0]!.id)}`,
  };
  await handOverText(app, channel, { ...renderMail(text, language, values), language, to: job.to, urgent: true }).catch(
    (error: unknown) => {
      if (!(error instanceof DeliveryError)) throw error;
      app.log.warn({ event: 'incoming_notice_failed', channel: channel.id, item: items[0]!.id, reason: error.reason });
      if (error.kind === 'temporary' || error.kind === 'channel') throw error; // retried
    },
  );
}

async function findWaiting(db: Db, { items, person }: JobData['incoming_notice']): Promise<NamedItem[]> {
  const { rows } = await sql<NamedItem>`
    select i.id, i.title, s.name as source_name
    from incoming_items i join incoming_sources s on s.id = i.source_id
      join incoming_notices n on n.item_id = i.id and n.round = i.round and n.person_id = ${person}
    where i.id = any(${items}::int[]) and ${isWaiting}
    order by array_position(${items}::int[], i.id)`.execute(db);
  return rows;
}

/** Where the notified person takes the item. */
const pageOf = (item: number) => `/incoming?item=${item}`;

/** The first item's words and the number of others. */
function valuesOf([item, ...others]: readonly NamedItem[]) {
  const { title, sourceName } = item!;
  return { 'item.title': others.length ? `${title} (+${others.length})` : title, 'source.name': sourceName };
}
