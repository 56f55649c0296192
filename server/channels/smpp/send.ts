import { setTimeout as sleep } from 'node:timers/promises';
import {
  type AdapterApp,
  DeliveryError,
  type Hear,
  type Outgoing,
  type Sender,
  type SendResult,
  type Values,
} from '#server/channels/channel.ts';
import { SmppFailure, smppDeliveryError } from './errors.ts';
import { createMessageIds, type MessageIds } from './ids.ts';
import type { SmppLink, Waits } from './link.ts';
import { listenTo } from './listen.ts';
import { recallIds } from './recall.ts';
import { settingsOf } from './settings.ts';
import { openSmscs, type Smscs } from './smscs.ts';
import { encodeText, mostParts } from './text.ts';
import { createWindow } from './window.ts';

const usualWaits = { bind: 15_000, answer: 10_000, throttled: 1000, again: [1000, 60_000] } as const;
const tries = 3;
const number = /^\+[1-9]\d{6,14}$/;
const udh = 0x40;
type Fields = Parameters<SmppLink['submit']>[0];
const withReceipt = 1;

/** Opens a channel over SMPP; only tests set `waits`. */
export function openSmpp(
  values: Values,
  app: Pick<AdapterApp, 'log'> & Partial<Pick<AdapterApp, 'db' | 'channelId'>>,
  hear?: Hear,
  waits: Partial<Waits> = {},
): Sender {
  const settings = settingsOf(values);
  const { source, destination, idForm, statuses } = settings;
  const times = { ...usualWaits, enquire: settings.enquire, ...waits };
  const window = createWindow(settings.window, settings.perSecond);
  const messageIds = createMessageIds(idForm);
  const deliver = hear ? listenTo(hear, messageIds, app.log, recalled(app, messageIds)) : null;
  const { smscs: all, mode } = settings;
  const smscs = openSmscs({
    smscs: all,
    mode,
    waits: times,
    deliver,
    trouble: (reason, alsoSends) => hear?.trouble(reason, alsoSends),
    log: app.log,
  });

  const { submitFirst, submitMore } = submitting({ window, smscs, statuses, throttled: times.throttled });
  const send = async ({ recipientId, to, text, key, secondsLeft, begin }: Outgoing) => {
    if (!number.test(to)) throw new DeliveryError('permanent', 'address_invalid');
    const { dataCoding, joined, parts } = encodeText(text, key);
    if (parts.length > mostParts) throw new DeliveryError('permanent', 'message_too_large');
    const ids: string[] = [];
    for (const part of parts) {
      const fields = {
        source_addr_ton: source.ton,
        source_addr_npi: source.npi,
        source_addr: source.address,
        dest_addr_ton: destination.ton,
        dest_addr_npi: destination.npi,
        destination_addr: to.slice(1),
        esm_class: joined ? udh : 0,
        ...(secondsLeft === undefined ? {} : { validity_period: relativeTime(secondsLeft) }),
        registered_delivery: recipientId === null ? 0 : withReceipt, // only messages to recipients need reports
        data_coding: dataCoding,
        short_message: part,
      };
      ids.push(messageIds.submitted(await (ids.length ? submitMore(fields) : submitFirst(fields, begin))));
    }
    return ids;
  };
  return {
    async send(outgoing) {
      try {
        return idsOf(await send(outgoing));
      } catch (error) {
        throw error instanceof SmppFailure ? smppDeliveryError(error, statuses) : error;
      }
    },
    close: () => smscs.close(),
  };
}

interface Submitting {
  window: ReturnType<typeof createWindow>;
  smscs: Smscs;
  statuses: Parameters<typeof smppDeliveryError>[1];
  /** Milliseconds before repeating a throttled part; doubles each time. */
  throttled: number;
}

/** Returns how the first and the later parts of a text are submitted. */
function submitting({ window, smscs, statuses, throttled }: Submitting) {
  const pause = (round: number) => sleep(throttled * 2 ** (round - 1));
  // the SMSC is full, so waiting would only delay other recipients
  let isFull = false;
  /** Submits one part; retries throttled ones with a smaller window. */
  const submit = async (fields: Fields, begin: () => void, isFirst = false): Promise<string> => {
    for (let round = 1; ; round++) {
      try {
        const id = await window.through(async () => {
          const link = await smscs.sending();
          begin();
          return link.submit(fields);
        });
        isFull = false;
        return id;
      } catch (error) {
        if (!(error instanceof SmppFailure) || !error.throttled) throw error;
        window.halve();
        if (round === tries) isFull = true;
        if (round === tries || (isFirst && isFull)) throw error;
        await pause(round);
      }
    }
  };
  /**
   * Submits a later part. Retries temporary failures here, because repeating the text duplicates parts; lasting ones
   * leave the outcome unknown.
   */
  const submitMore = async (fields: Fields): Promise<string> => {
    for (let round = 1; ; round++) {
      try {
        return await submit(fields, () => {});
      } catch (error) {
        if (!(error instanceof SmppFailure) || error.stage === 'untold') throw error;
        if (smppDeliveryError(error, statuses).kind === 'permanent') throw error;
        if (round === tries) throw new SmppFailure('untold', error.status, { cause: error });
        await pause(round);
      }
    }
  };
  return { submitFirst: (fields: Fields, begin: () => void) => submit(fields, begin, true), submitMore };
}

/** At least a minute. */
function relativeTime(seconds: number): string {
  const left = Math.max(60, Math.round(seconds));
  const parts = [
    Math.min(99, Math.floor(left / 86_400)),
    Math.floor(left / 3600) % 24,
    Math.floor(left / 60) % 60,
    left % 60,
  ];
  return `0000${parts.map((part) => String(part).padStart(2, '0')).join('')}000R`;
}

/** A text is delivered when all parts are. */
function idsOf(ids: readonly string[]): SendResult {
  const [first] = ids;
  if (!first || ids.includes('')) return {}; // without its ids, the message can't be tracked
  return ids.length === 1 ? { externalId: first } : { externalId: `${first}+${ids.length - 1}`, partIds: ids };
}

/** Adds the ids of earlier processes. */
async function recalled(
  { db, channelId, log }: Pick<AdapterApp, 'log'> & Partial<Pick<AdapterApp, 'db' | 'channelId'>>,
  ids: MessageIds,
): Promise<void> {
  if (!db || channelId === undefined) return;
  try {
    ids.recalled(await recallIds(db, channelId));
  } catch (error) {
    log.warn({ event: 'smpp_ids_not_recalled', error: (error as Error).name });
  }
}
