/** What a webhook can be told about, in the order shown; `system.test` besides, when somebody tries it out. */
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

/** One of the things a webhook can be told about. */
export type WebhookEvent = (typeof webhookEvents)[number];

/** Why a delivery did not succeed, as stored and shown. */
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

/** One of these reasons. */
export type WebhookError = (typeof webhookErrors)[number];
