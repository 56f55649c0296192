import { sql } from 'kysely';
import { addressOf } from '#server/api/contact-address.ts';
import { defaultCountry } from '#server/api/contact-input.ts';
import { DeliveryError } from '#server/channels/channel.ts';
import { repeatedKey } from '#server/channels/rendering/key.ts';
import { languageOfPerson } from '#server/channels/rendering/person-language.ts';
import { commonValues, findText } from '#server/channels/system-mails/deliver.ts';
import {
  findSendingChannel,
  handOverText,
  type SendingChannel,
  type SingleText,
} from '#server/channels/system-mails/over-channel.ts';
import { renderMail } from '#server/channels/system-mails/render.ts';
import type { App } from '#server/platform/context.ts';
import { Refusal } from '#server/platform/errors.ts';
import { findHold } from '#server/platform/installation/held.ts';
import type { JobData } from '#server/platform/jobs/queues.ts';
import { tokenOf } from '#server/platform/secrets.ts';
import type { DeliveryReason } from '#shared/delivery-reasons.ts';
import { isDeviceKind } from '#shared/device-kinds.ts';
import { isEventRunning, linkDays } from './insert-checks.ts';
import { isDaytime, type LocalTime, localTime } from './local-time.ts';
import { noteSign } from './read-signs.ts';

interface Check {
  id: number;
  personId: number;
  kind: string;
  address: string;
  channelId: number;
  isTest: boolean;
  nonce: Buffer;
  /** The current address; null for devices. */
  value: string | null;
  firstName: string;
  lastName: string;
}

/**
 * Sends a request; throws to be retried. Stays unsent during an event, a hold or, unless by a user, at night. Marked
 * before it leaves, so that a crash doesn't repeat it.
 */
export async function sendCheck(
  app: App,
  { check: id }: JobData['way_check'],
  time?: Pick<LocalTime, 'hour'>,
): Promise<void> {
  if (await findHold(app.db)) return;
  const check = await takeCheck(app, id, isDaytime(time ?? (await localTime(app.db))));
  if (!check) return;
  const ready = await prepare(app, check).catch(async (error: unknown) => {
    await releaseCheck(app, id);
    throw error;
  });
  if ('failure' in ready) return endCheck(app, id, ready.failure);
  try {
    await handOverText(app, ready.channel, { ...ready.text, key: repeatedKey(app.secrets, `way check ${id}`) });
  } catch (error) {
    // a hold began just now
    if (error instanceof Refusal) return releaseCheck(app, id);
    if (!(error instanceof DeliveryError)) throw error;
    app.log.warn({ event: 'way_check_failed', channel: check.channelId, check: id, reason: error.reason });
    if (error.kind === 'temporary' || error.kind === 'channel') {
      await releaseCheck(app, id);
      throw error; // retried
    }
    if (error.kind !== 'permanent') return; // it may have left
    await endCheck(app, id, error.reason);
    const { personId, address } = check;
    if (bounces.includes(error.reason)) await noteSign(app.db, { personId, address, isAlive: false });
  }
}

/** Returns text and channel, or why nothing can leave. */
async function prepare(
  app: App,
  check: Check,
): Promise<{ channel: SendingChannel; text: SingleText } | { failure: DeliveryReason }> {
  const channel = await findSendingChannel(app, check.channelId);
  const to = isDeviceKind(check.kind) ? check.address : await targetOf(app, check);
  const language = await languageOfPerson(app.db, check.personId);
  const text = await findText(app, check.isTest ? 'self_test' : 'way_confirmation', language);
  if (!channel || !to || !text) return { failure: to ? 'channel_misconfigured' : 'address_unknown' };
  const url = `${app.publicUrl}/w/${tokenOf(app.secrets.link, check.nonce)}`;
  const values = {
    ...(await commonValues(app, language)),
    'person.firstName': check.firstName,
    'person.lastName': check.lastName,
    link: url,
  };
  const device = isDeviceKind(check.kind) ? { personId: check.personId, url } : {};
  return { channel, text: { ...renderMail(text, language, values), language, to, ...device } };
}

const bounces = ['address_invalid', 'address_unknown', 'mailbox_full', 'mailbox_missing', 'undelivered'];

/** Claims an unsent request; its link works from now on. */
async function takeCheck(app: App, id: number, isDay: boolean): Promise<Check | null> {
  const { rows } = await sql<Check>`
    update way_checks c
    set sent_at = clock_timestamp(), expires_at = clock_timestamp() + make_interval(days => ${linkDays})
    from people p, channels h
    where c.id = ${id} and c.sent_at is null and c.failure is null and c.expires_at > clock_timestamp()
      and p.id = c.person_id and p.is_crisis and p.is_active and not p.opted_out and p.erased_at is null
      and h.id = c.channel_id and h.is_active and (${isDay}::boolean or c.asked_by is not null)
      and not exists (select from opt_outs o where o.person_id = p.id and o.channel_type_id = h.channel_type_id)
      and (c.month is null or not exists (
        select from way_notes n where n.person_id = p.id and n.tests_declined_at is not null))
      and not ${isEventRunning}
    returning c.id, c.person_id, c.kind, c.address, c.channel_id, c.month is not null as is_test, c.nonce,
      (select min(d.value_str) from person_data d join person_data_types t on t.id = d.key_field_id and t.is_active
        where d.person_id = p.id and t.field_type = c.kind and lower(d.value_str) = c.address) as value,
      p.first_name, p.last_name`.execute(app.db);
  return rows[0] ?? null;
}

async function releaseCheck(app: App, id: number): Promise<void> {
  await sql`update way_checks set sent_at = null where id = ${id}`.execute(app.db);
}

async function targetOf(app: App, { kind, value }: Check): Promise<string | null> {
  return value ? (addressOf(kind, value, await defaultCountry(app.db))?.target ?? null) : null;
}

async function endCheck(app: App, id: number, failure: string): Promise<void> {
  await sql`update way_checks set sent_at = null, failure = ${failure} where id = ${id}`.execute(app.db);
}
