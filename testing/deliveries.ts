import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#server/platform/database/connect.ts';
import { publish } from '#server/platform/live/live.ts';
import { idByIdentifier } from './factories.ts';

let count = 0;

/** Recipients of one launched message, ready for delivery. */
export interface ReadyDelivery {
  eventId: number;
  reportId: number;
  messageId: number;
  recipients: { id: number; personId: number; targetAddress: string }[];
}

interface Wanted {
  count: number;
  channelId?: number;
  lane?: 'alarm' | 'normal' | 'bulk';
  /** By default `activation`, which alone falls back. */
  reportType?: string;
  mode?: 'LIVE' | 'EXERCISE' | 'TEST';
  title?: string;
  content?: string;
  requestAnswer?: boolean;
  /** Returns a recipient's address by number. */
  address?: (n: number) => string;
  /** Minutes until the message expires. */
  validMinutes?: number;
  /** Makes recipients not due until their time is set. */
  delayed?: boolean;
}

export async function createRecipients(db: Db, wanted: Wanted): Promise<ReadyDelivery> {
  const { lane = 'normal', mode = 'LIVE', title = 'Probe', content = 'Bitte kommen Sie.' } = wanted;
  const channelId = wanted.channelId ?? (await idByIdentifier(db, 'channels', 'exercise'));
  const run = `${process.pid}-${++count}`;
  const address = wanted.address ?? ((n: number) => `person${n}.${run}@example.org`);
  const eventStatusId = await idByIdentifier(db, 'eventStatuses', 'published');
  const reportTypeId = await idByIdentifier(db, 'reportTypes', wanted.reportType ?? 'activation');
  return db.transaction().execute(async (tx) => {
    const event = await tx
      .insertInto('events')
      .values({ name: `Ereignis ${run}`, mode, eventStatusId, isRunning: true })
      .returning('id')
      .executeTakeFirstOrThrow();
    const report = await tx
      .insertInto('reports')
      .values({ eventId: event.id, reportTypeId, title, content })
      .returning('id')
      .executeTakeFirstOrThrow();
    const message = await tx
      .insertInto('messages')
      .values({
        reportId: report.id,
        channelId,
        title,
        content,
        lane,
        status: 'sending',
        requestAnswer: wanted.requestAnswer ?? false,
        recipientCount: wanted.count,
        launchedAt: new Date(),
        releaseAt: new Date(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const addresses = Array.from({ length: wanted.count }, (_, n) => address(n));
    const nonces = addresses.map(() => randomBytes(16));
    const { rows } = await sql<ReadyDelivery['recipients'][number]>`
      with wanted as (
        select n, address, nonce from unnest(${addresses}::text[], ${nonces}::bytea[]) with ordinality as x(address, nonce, n)),
      people as (
        insert into people (first_name, last_name, external_id) select 'Person', 'Nummer ' || n, ${run} || '-' || n from wanted
        returning id, external_id)
      insert into message_recipients (message_id, report_id, channel_id, person_id, target_address, address_norm, lane,
        status, try_at, valid_until, nonce)
      select ${message.id}, ${report.id}, ${channelId}, p.id, w.address, lower(w.address), ${lane}, 'queued',
        case when ${wanted.delayed ?? false}::boolean then timestamptz '9999-01-01' else now() end,
        now() + make_interval(mins => ${wanted.validMinutes ?? 60}), w.nonce
      from wanted w join people p on p.external_id = ${run} || '-' || w.n
      order by w.n returning id, person_id, target_address`.execute(tx);
    await publish(tx, { work: true }); // like a launch
    return { eventId: event.id, reportId: report.id, messageId: message.id, recipients: rows };
  });
}

/** Creates a mail channel to a local server. */
export async function createMailChannel(db: Db, port: number, settings: Record<string, unknown> = {}): Promise<number> {
  const channelTypeId = await idByIdentifier(db, 'channelTypes', 'email');
  const { id } = await db
    .insertInto('channels')
    .values({
      name: 'E-Mail',
      identifier: `mail_${process.pid}_${++count}`,
      channelTypeId,
      settings: JSON.stringify({
        host: '127.0.0.1',
        port,
        secure: 'none',
        from: 'Stab <alarm@example.org>',
        ...settings,
      }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
