import { sql } from 'kysely';
import { DeliveryError, type Hear, type Sender } from '#server/channels/channel.ts';
import { adapterFor } from '#server/channels/registry.ts';
import { openSettings } from '#server/channels/settings.ts';
import type { App } from '#server/context.ts';
import type { Times } from '#server/nodes/times.ts';
import { type Breaker, createBreaker } from './breaker.ts';
import { storeReceived } from './store-received.ts';

/** One active channel as this process uses it. */
export interface Desk {
  channelId: number;
  type: string;
  sender: Sender;
  slots: number;
  /** Slots in use, and those of them used by what is no alarm. */
  held: number;
  others: number;
  breaker: Breaker;
  /** Why the channel cannot send, as stored for everyone to see. */
  trouble: string | null;
}

/** The active channels of this process. */
export interface Desks {
  /** Notices changed settings, from time to time; what is on the wire ends under the old ones. */
  refresh(): Promise<void>;
  get(channelId: number): Desk | undefined;
  /** Stores or clears why a channel cannot send. */
  setTrouble(desk: Desk, reason: string | null): void;
  close(): Promise<void>;
}

interface ChannelRow {
  id: number;
  type: string;
  settings: Record<string, unknown>;
  secrets: Buffer | null;
  trouble: string | null;
}

type Parts = Pick<App, 'db' | 'log' | 'secrets'>;

/**
 * Opens the active channels and keeps them open. The exercise channel cannot be switched off: events that are not real
 * have no other. `heard` is called when something that came back over a channel waits to be settled.
 */
export function openDesks(app: Parts, times: Times, heard: () => void): Desks {
  const desks = new Map<number, Desk & { version: string }>();
  let readAt = Number.NEGATIVE_INFINITY;

  const setTrouble = (desk: Desk, reason: string | null) => {
    if (desk.trouble === reason) return;
    desk.trouble = reason;
    if (reason) app.log.error({ event: 'channel_trouble', channel: desk.channelId, reason });
    else app.log.info({ event: 'channel_recovered', channel: desk.channelId });
    sql`update channels set trouble = ${reason}, trouble_at = case when ${reason}::text is null then null else now() end
      where id = ${desk.channelId}`
      .execute(app.db)
      .catch(() => {
        desk.trouble = null; // said again with the next failure
      });
  };
  const update = async (row: ChannelRow) => {
    const version = JSON.stringify([row.type, row.settings, row.secrets?.toString('base64')]);
    const known = desks.get(row.id);
    if (known) known.trouble = row.trouble;
    if (known?.version === version) return;
    const opened = open(app, row, heard);
    if (known) {
      await known.sender.close();
      Object.assign(known, opened, { version, type: row.type, breaker: createBreaker(times.probe) });
      setTrouble(known, null); // the next failure says it again
      return;
    }
    const { id: channelId, type, trouble } = row;
    const breaker = createBreaker(times.probe);
    desks.set(channelId, { ...opened, channelId, type, trouble, version, held: 0, others: 0, breaker });
  };
  return {
    async refresh() {
      if (performance.now() - readAt < times.settings) return;
      const { rows } = await sql<ChannelRow>`
        select c.id, t.identifier as type, c.settings, c.secrets, c.trouble
        from channels c join channel_types t on t.id = c.channel_type_id
        where c.is_active or t.identifier = 'exercise'`.execute(app.db);
      readAt = performance.now();
      for (const row of rows) await update(row);
      const active = new Set(rows.map(({ id }) => id));
      for (const [id, desk] of desks) {
        if (active.has(id) || desk.held > 0) continue;
        desks.delete(id);
        await desk.sender.close();
      }
    },
    get: (channelId) => desks.get(channelId),
    setTrouble,
    async close() {
      await Promise.all([...desks.values()].map((desk) => desk.sender.close()));
    },
  };
}

function open(app: Parts, row: ChannelRow, heard: () => void): Pick<Desk, 'sender' | 'slots'> {
  try {
    const adapter = adapterFor(row.type, row.settings);
    if (!adapter) throw new DeliveryError('channel', 'channel_misconfigured', { broken: true });
    const settings = openSettings(app.secrets, adapter, row);
    const hear: Hear = async (received) => {
      await storeReceived(app.db, { id: row.id, addresses: adapter.addresses }, received);
      heard();
    };
    return { sender: adapter.open(settings, app, hear), slots: Math.max(1, adapter.slots(settings)) };
  } catch (cause) {
    // its recipients wait, and the channel says why, until an administrator repairs the settings
    const error = new DeliveryError('channel', 'channel_misconfigured', { broken: true, cause });
    return { slots: 1, sender: { send: () => Promise.reject(error), close: async () => {} } };
  }
}
