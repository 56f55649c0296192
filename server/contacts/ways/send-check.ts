import { sql } from 'kysely';
import { addressOf } from '#server/api/contact-address.ts';
import { defaultCountry } from '#server/api/contact-input.ts';
import { DeliveryError } from '#server/channels/channel.ts';
import { languageOfPerson } from '#server/channels/rendering/person-language.ts';
import { commonValues, findText } from '#server/channels/system-mails/deliver.ts';
import { findSendingChannel, handOverText } from '#server/channels/system-mails/over-channel.ts';
import { renderMail } from '#server/channels/system-mails/render.ts';
import type { App } from '#server/platform/context.ts';
import { findHold } from '#server/platform/installation/held.ts';
import type { JobData } from '#server/platform/jobs/queues.ts';
import { tokenOf } from '#server/platform/secrets.ts';
import { isDeviceKind } from '#shared/device-kinds.ts';
import { isEventRunning } from './insert-checks.ts';
import { noteSign } from './read-signs.ts';

interface Check {
  id: number;
  personId: number;
  kind: string;
  address: string;
  channelId: number;
  isTest: boolean;
  nonce: Buffer;
  /** The address as the person has it now; null for devices. */
  value: string | null;
  firstName: string;
  lastName: string;
}

/**
 * Sends one request to confirm a way; throws to be retried. While an event runs or the installation is held, it stays unsent and is
 * tried again later. It is marked before it leaves: after a crash, it counts as sent rather than leaving twice.
 */
export async function sendCheck(app: App, { check: id }: JobData['way_check']): Promise<void> {
  if (await findHold(app.db)) return;
  const check = await takeCheck(app, id);
  if (!check) return;
  const channel = await findSendingChannel(app, check.channelId);
  const to = isDeviceKind(check.kind) ? check.address : await targetOf(app, check);
  const language = await languageOfPerson(app.db, check.personId);
  const text = await findText(app, check.isTest ? 'self_test' : 'way_confirmation', language);
  if (!channel || !to || !text) return endCheck(app, id, to ? 'channel_misconfigured' : 'address_unknown');
  const url = `${app.publicUrl}/w/${tokenOf(app.secrets.link, check.nonce)}`;
  const values = {
    ...(await commonValues(app, language)),
    'person.firstName': check.firstName,
    'person.lastName': check.lastName,
    link: url,
  };
  const device = isDeviceKind(check.kind) ? { personId: check.personId, url } : {};
  try {
    await handOverText(app, channel, { ...renderMail(text, language, values), language, to, ...device });
  } catch (error) {
    if (!(error instanceof DeliveryError)) throw error;
    app.log.warn({ event: 'way_check_failed', channel: channel.id, check: id, reason: error.reason });
    const isLater = error.kind === 'temporary' || error.kind === 'channel';
    if (isLater) {
      await sql`update way_checks set sent_at = null where id = ${id}`.execute(app.db);
      throw error; // retried
    }
    if (error.kind !== 'permanent') return; // it may have left
    await endCheck(app, id, error.reason);
    const { personId, address } = check;
    if (bounces.includes(error.reason)) await noteSign(app.db, { personId, address, isAlive: false });
  }
}

const bounces = ['address_invalid', 'address_unknown', 'mailbox_full', 'mailbox_missing', 'undelivered'];

async function takeCheck(app: App, id: number): Promise<Check | null> {
  const { rows } = await sql<Check>`
    update way_checks c set sent_at = clock_timestamp() from people p
    where c.id = ${id} and c.sent_at is null and c.failure is null and c.expires_at > clock_timestamp()
      and p.id = c.person_id and p.is_active and not p.opted_out and p.erased_at is null and not ${isEventRunning}
    returning c.id, c.person_id, c.kind, c.address, c.channel_id, c.month is not null as is_test, c.nonce,
      (select min(d.value_str) from person_data d join person_data_types t on t.id = d.key_field_id and t.is_active
        where d.person_id = p.id and t.field_type = c.kind and lower(d.value_str) = c.address) as value,
      p.first_name, p.last_name`.execute(app.db);
  return rows[0] ?? null;
}

async function targetOf(app: App, { kind, value }: Check): Promise<string | null> {
  return value ? (addressOf(kind, value, await defaultCountry(app.db))?.target ?? null) : null;
}

async function endCheck(app: App, id: number, failure: string): Promise<void> {
  await sql`update way_checks set sent_at = null, failure = ${failure} where id = ${id}`.execute(app.db);
}
