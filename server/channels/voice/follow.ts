import { setTimeout as sleep } from 'node:timers/promises';
import { type AdapterApp, DeliveryError, type Outgoing } from '#server/channels/channel.ts';
import { callGateway } from '#server/channels/http/gateway.ts';
import { create, parsed, type TwilioAccount } from '#server/channels/http/twilio-account.ts';
import { said, spokenLength } from './script.ts';

const soon = 1_000;
const safetyNet = 15_000;
const usualCall = 480_000;
const aroundText = 180_000;
const slowestSpeech = 150;

/** The end of a call. */
export type CallEnd = 'human' | 'machine' | 'unsure' | 'busy' | 'no-answer' | 'canceled' | 'failed';

const ends: Readonly<Record<string, CallEnd>> = {
  busy: 'busy',
  'no-answer': 'no-answer',
  canceled: 'canceled',
  failed: 'failed',
};

/**
 * Makes a call and waits for its end: a report triggers a status request; polling covers a lost one. Throws if the end
 * is unknown: the call may have reached the person.
 */
export async function makeCall(
  account: TwilioAccount,
  form: URLSearchParams,
  { key, text, begin, underway }: Outgoing,
  app: Pick<AdapterApp, 'watchEnd'>,
): Promise<{ externalId: string; how: CallEnd }> {
  const updates = waitForUpdates(app, key); // before the call, which may end before its id is returned
  try {
    begin();
    const { externalId } = await create(account, form);
    if (!externalId) throw new DeliveryError('unknown', 'outcome_unknown');
    underway?.();
    return { externalId, how: await followCall(account, externalId, { updates, longest: longestCall(text) }) };
  } finally {
    updates.stop();
  }
}

/** Returns the maximum milliseconds of a call. */
const longestCall = (text: string): number =>
  Math.max(usualCall, aroundText + said * spokenLength(text) * slowestSpeech);

async function followCall(
  { url, headers, way }: TwilioAccount,
  sid: string,
  { updates, longest }: { updates: CallUpdates; longest: number },
): Promise<CallEnd> {
  const address = new URL(url.href.replace(/\.json$/, `/${encodeURIComponent(sid)}.json`));
  const until = performance.now() + longest;
  for (;;) {
    await updates.next();
    const call = await callGateway(address, { method: 'GET', headers }, way, true).then(
      ({ body }) => parsed(body),
      () => null,
    );
    const status = String(call?.['status'] ?? '');
    if (status === 'completed') return pickedUp(String(call?.['answered_by'] ?? ''));
    const end = ends[status];
    if (end) return end;
    if (performance.now() < until) continue;
    if (status === 'in-progress') return 'unsure'; // a person or machine answered and is still there
    throw new DeliveryError('unknown', 'outcome_unknown', { externalId: sid, detail: status });
  }
}

function pickedUp(by: string): CallEnd {
  if (by === 'human') return 'human';
  return by.startsWith('machine') || by === 'fax' ? 'machine' : 'unsure';
}

interface CallUpdates {
  /** Resolves when it is time to check. */
  next(): Promise<void>;
  stop(): void;
}

/** Without reports, as in a test, checks every second; also after a report without a visible result. */
function waitForUpdates({ watchEnd }: Pick<AdapterApp, 'watchEnd'>, key: string): CallUpdates {
  let isTold = watchEnd === undefined;
  let seen = isTold;
  let wake = () => {};
  const unwatch = watchEnd?.(key, () => {
    isTold = true;
    wake();
  });
  return {
    async next() {
      if (isTold && seen) return sleep(soon);
      const waiting = new AbortController();
      wake = () => waiting.abort();
      if (!isTold) await sleep(safetyNet, undefined, { signal: waiting.signal }).catch(() => undefined);
      seen = isTold;
    },
    stop: () => unwatch?.(),
  };
}
