import assert from 'node:assert/strict';
import { DeliveryError, type Outgoing } from '#server/channels/channel.ts';
import type { Waits } from '#server/channels/smpp/link.ts';

/** Short waits for tests. */
export const quick: Partial<Waits> = { bind: 2000, answer: 1500, throttled: 20, again: [20, 100] };

let count = 0;
/** A text to a unique recipient. */
export const sms = (more: Partial<Outgoing> = {}): Outgoing => ({
  recipientId: ++count,
  generation: 1,
  personId: null,
  to: `+4915150${String(count).padStart(6, '0')}`,
  key: `d.${count}.1.00000000`,
  subject: '',
  text: 'Bitte kommen Sie.',
  html: null,
  urgent: true,
  careful: false,
  begin: () => undefined,
  ...more,
});

/** Returns the error of a failed send. */
export async function failure(sending: Promise<unknown>): Promise<DeliveryError> {
  const error = await sending.then(
    () => assert.fail('was sent'),
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof DeliveryError, String(error));
  return error;
}
