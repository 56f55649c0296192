import { setTimeout as sleep } from 'node:timers/promises';
import { DeliveryError, type Values } from '#server/channels/channel.ts';
import { handOver } from '#server/channels/http/gateway.ts';
import { type Account, parsed } from '#server/channels/http/twilio-account.ts';

const interval = 1_000;
const longest = 240_000;

/** How a call ended. */
export type CallEnd = 'human' | 'machine' | 'unsure' | 'busy' | 'no-answer' | 'canceled' | 'failed';

const ends: Readonly<Record<string, CallEnd>> = {
  busy: 'busy',
  'no-answer': 'no-answer',
  canceled: 'canceled',
  failed: 'failed',
};

/**
 * Asks for a call's state until it has ended; who picked up is told apart only when the provider is sure. Throws when
 * that cannot be found out: the call may have reached the person.
 */
export async function followCall({ url, headers }: Account, sid: string, settings: Values): Promise<CallEnd> {
  const address = new URL(url.href.replace(/\.json$/, `/${encodeURIComponent(sid)}.json`));
  const until = performance.now() + longest;
  for (;;) {
    await sleep(interval);
    const call = await handOver(address, { method: 'GET', headers }, settings, true).then(
      ({ body }) => parsed(body),
      () => null,
    );
    const status = String(call?.['status'] ?? '');
    if (status === 'completed') return pickedUp(String(call?.['answered_by'] ?? ''));
    const end = ends[status];
    if (end) return end;
    if (performance.now() > until) throw new DeliveryError('unknown', 'outcome_unknown', { detail: status });
  }
}

function pickedUp(by: string): CallEnd {
  if (by === 'human') return 'human';
  return by.startsWith('machine') || by === 'fax' ? 'machine' : 'unsure';
}
