/** Webhook events; the test sends `system.test`. */
export const webhookEvents = [
  'event.started',
  'event.finished',
  'event.continued',
  'message.launched',
  'message.stopped',
  'message.finished',
  'answer.recorded',
  'limit.reached',
  'limit.reopened',
  'limit.not_reached',
  'duty.gap',
] as const;

export type WebhookEvent = (typeof webhookEvents)[number];

/** Reasons for failed deliveries, as stored and shown. */
export const webhookErrors = [
  'status',
  'redirect',
  'gone',
  'blocked',
  'dns',
  'tls',
  'timeout',
  'connection',
  'discarded',
  'secret',
] as const;

export type WebhookError = (typeof webhookErrors)[number];
