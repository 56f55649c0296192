import { sql } from 'kysely';
import { findCallBack } from '#server/alerting/call-back/find-call-back.ts';
import { type CalledBack, callbackUrl } from '#server/channels/callback.ts';
import { type AdapterApp, DeliveryError, type ForCallers, type Hear, type Sender } from '#server/channels/channel.ts';
import { adapterFor } from '#server/channels/registry.ts';
import { openSettings, type StoredSettings } from '#server/channels/settings.ts';
import type { App } from '#server/platform/context.ts';
import { Refusal } from '#server/platform/errors.ts';
import { createGate, type Gate } from '#server/platform/limiter.ts';
import type { Times } from '#server/platform/nodes/times.ts';
import { type Blame, createBlame } from './blame.ts';
import { type Breaker, createBreaker } from './breaker.ts';
import { storeReceived } from './store-received.ts';
import { storeTrouble, type TroubleKind } from './trouble.ts';

/** One active channel in this process. */
export interface OpenChannel {
  channelId: number;
  /** The settings that it was opened with. */
  stored: StoredSettings;
  type: string;
  sender: Sender;
  /** False for a channel that only finishes its messages. */
  isActive: boolean;
  slots: number;
  /** The maximum of unfinished messages. */
  places: number;
  /** Messages of unknown outcome aren't resent. */
  neverTwice: boolean;
  /** Unfinished messages; those other than alarms, and those under way. */
  held: number;
  others: number;
  underway: number;
  /** Limits alarms that have begun and aren't recorded. */
  inDoubt: Gate;
  breaker: Breaker;
  blame: Blame;
  /** The provider's last verdict, in this process's milliseconds. */
  goodAt: number;
  /** The last recipient without a verdict. */
  unheardOf: number | null;
  trouble: string | null;
  hearingTrouble: string | null;
}

/** The active channels of this process. */
export interface OpenChannels {
  /** Applies changed settings periodically; messages in transit finish. */
  refresh(): Promise<void>;
  get(channelId: number): OpenChannel | undefined;
  /** Lets the channels connect, because an alarm is launching. */
  prepare(): void;
  /** Stores or clears the reason why a channel can't send, with the provider's words. */
  setTrouble(channel: OpenChannel, reason: string | null, detail?: string | null): void;
  close(): Promise<void>;
}

interface ChannelRow extends CalledBack {
  type: string;
  settings: Record<string, unknown>;
  secrets: Buffer | null;
  trouble: string | null;
  hearingTrouble: string | null;
}

const logged = {
  trouble: ['channel_trouble', 'channel_recovered'],
  hearingTrouble: ['channel_deaf', 'channel_hears'],
} as const;

/** Keeps the active channels open. The exercise channel can't be switched off. Calls `heard` for received content. */
export const openActiveChannels = (
  app: AdapterApp & Pick<App, 'live'> & ForCallers,
  times: Times,
  heard: () => void,
): OpenChannels => new ActiveChannels(app, times, heard);

type VersionedChannel = OpenChannel & { version: string };

class ActiveChannels implements OpenChannels {
  readonly #app: AdapterApp & Pick<App, 'live'> & ForCallers;
  readonly #times: Times;
  readonly #heard: () => void;
  readonly #channels = new Map<number, VersionedChannel>();
  readonly #ending = new Set<Promise<void>>();
  readonly #unwatch: () => void;
  #readAt = Number.NEGATIVE_INFINITY;

  constructor(app: AdapterApp & Pick<App, 'live'> & ForCallers, times: Times, heard: () => void) {
    this.#app = app;
    this.#times = times;
    this.#heard = heard;
    // switched-off channels start nothing more
    this.#unwatch = app.live.watch('system', () => {
      this.#readAt = Number.NEGATIVE_INFINITY;
    });
  }

  async refresh(): Promise<void> {
    if (performance.now() - this.#readAt < this.#times.settings) return;
    this.#readAt = performance.now(); // a notice during the query causes another one
    const { rows } = await sql<ChannelRow>`
      select c.id, t.identifier as type, c.settings, c.secrets, c.callback_token, c.trouble, c.hearing_trouble
      from channels c join channel_types t on t.id = c.channel_type_id
      where c.is_active or t.identifier = 'exercise'`.execute(this.#app.db);
    for (const row of rows) this.#update(row);
    const active = new Set(rows.map(({ id }) => id));
    for (const [id, channel] of this.#channels) {
      if (active.has(id)) continue;
      channel.isActive = false;
      if (channel.held > 0) continue;
      this.#channels.delete(id);
      this.#end(channel);
    }
  }

  get(channelId: number): OpenChannel | undefined {
    return this.#channels.get(channelId);
  }

  prepare(): void {
    for (const { breaker, isActive, sender } of this.#channels.values())
      if (isActive && !breaker.open) sender.prepare?.();
  }

  setTrouble(channel: OpenChannel, reason: string | null, detail?: string | null): void {
    this.#store(channel, 'trouble', reason, detail);
  }

  async close(): Promise<void> {
    this.#unwatch();
    for (const channel of this.#channels.values()) this.#end(channel);
    await Promise.all(this.#ending);
  }

  /** Opens a new channel, or replaces a changed one. */
  #update(row: ChannelRow): void {
    const version = JSON.stringify([row.type, row.settings, row.secrets?.toString('base64')]);
    const known = this.#channels.get(row.id);
    const { id: channelId, type, trouble, hearingTrouble } = row;
    if (known) Object.assign(known, { isActive: true, trouble, hearingTrouble });
    if (known?.version === version) return;
    const hears = this.#hears(channelId, version);
    const opened = {
      ...open(this.#app, row, this.#heard, hears),
      version,
      stored: { id: channelId, settings: row.settings, secrets: row.secrets },
      type,
      breaker: createBreaker(this.#times.probe),
      blame: createBlame(this.#times.probe),
      goodAt: Number.NEGATIVE_INFINITY,
      unheardOf: null,
    };
    if (known) {
      this.#end(known);
      Object.assign(known, opened);
      this.setTrouble(known, null); // the next failure reports it again
    } else {
      const unused = { isActive: true, held: 0, others: 0, underway: 0 };
      this.#channels.set(channelId, { ...opened, ...unused, channelId, trouble, hearingTrouble });
    }
    hears(null);
  }

  /** Returns the function by which a channel reports trouble. */
  #hears(channelId: number, version: string): Hear['trouble'] {
    return (reason, alsoSends = false, detail = null) => {
      const channel = this.#channels.get(channelId);
      if (channel?.version !== version) return;
      // an open connection doesn't prove acceptance
      if (alsoSends && (reason || !channel.breaker.open)) this.setTrouble(channel, reason, detail);
      this.#store(channel, 'hearingTrouble', alsoSends ? null : reason, detail);
    };
  }

  #store(channel: OpenChannel, kind: TroubleKind, reason: string | null, detail: string | null = null): void {
    const isNews = channel[kind] !== reason;
    if (!isNews && !(reason && kind === 'trouble')) return;
    channel[kind] = reason;
    const { channelId } = channel;
    if (isNews) {
      const about = { event: logged[kind][reason ? 0 : 1], channel: channelId };
      if (reason) this.#app.log.error({ ...about, reason });
      else this.#app.log.info(about);
    }
    storeTrouble(this.#app.db, { channelId, kind, reason, detail }, isNews).catch(() => {
      channel[kind] = null; // the next failure reports it again
    });
  }

  /** Only the end of the process waits for it. */
  #end({ sender, channelId }: OpenChannel): void {
    const ended: Promise<void> = sender
      .close()
      .catch((error: Error) =>
        this.#app.log.warn({ event: 'channel_not_closed', channel: channelId, error: error.name }),
      )
      .finally(() => this.#ending.delete(ended));
    this.#ending.add(ended);
  }
}

function open(
  app: AdapterApp & Pick<App, 'live'> & ForCallers,
  row: ChannelRow,
  heard: () => void,
  hears: Hear['trouble'],
): Pick<OpenChannel, 'sender' | 'slots' | 'places' | 'neverTwice' | 'inDoubt'> {
  try {
    const adapter = adapterFor(row.type, row.settings);
    if (!adapter) throw new DeliveryError('channel', 'channel_misconfigured', { broken: true });
    const settings = openSettings(app.secrets, adapter, row);
    const take = async (received: Parameters<Hear>[0]) => {
      await storeReceived(app.db, { id: row.id, addresses: adapter.addresses }, received);
      heard();
    };
    const hear: Hear = Object.assign(take, { trouble: hears });
    const parts: AdapterApp = {
      ...app,
      channelId: row.id,
      callbackUrl: callbackUrl(app, row),
      ...(app.takeCallerOrder ? { takeOrder: (order) => app.takeCallerOrder!(row.id, order) } : {}),
      findCallBack: (numbers) => findCallBack(app, row.id, numbers),
      watchEnd: (key, over) => app.live.watch(`ended:${key}`, over),
    };
    const slots = Math.max(1, adapter.slots(settings));
    return {
      sender: adapter.open(settings, parts, hear),
      slots,
      places: Math.max(slots, adapter.unfinished?.(settings) ?? 0),
      neverTwice: adapter.neverTwice ?? false,
      inDoubt: gateOfUnknown(slots),
    };
  } catch (cause) {
    // recipients wait until an administrator repairs the settings
    const error = new DeliveryError('channel', 'channel_misconfigured', { broken: true, cause });
    return {
      slots: 1,
      places: 1,
      neverTwice: false,
      inDoubt: gateOfUnknown(1),
      sender: { send: () => Promise.reject(error), close: async () => {} },
    };
  }
}

// after that, a message returns to the queue
const patience = 5_000;
const gateOfUnknown = (width: number): Gate =>
  createGate({ width, queue: Number.POSITIVE_INFINITY, patience, refusal: () => new Refusal('error_busy') });
