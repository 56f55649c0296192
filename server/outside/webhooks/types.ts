import { eventAccess } from '#server/api/by-person/access.ts';
import { builder } from '#server/api/graphql/builder.ts';
import { idOf, numberOf } from '#server/api/graphql/ids.ts';
import type { Row } from '#server/api/graphql/types.ts';
import type { Context } from '#server/platform/context.ts';
import { isDeliveryWithheld, loadNewestDelivery } from './read.ts';
import type { WithSecret } from './webhooks.ts';

type Delivery = Row<'webhookDeliveries'>;

/** Returns the ids of a delivery that the viewer may see. */
async function shownIds(ctx: Context, { id, data }: Delivery): Promise<unknown> {
  if (typeof data !== 'object' || data === null || !('event' in data)) return data;
  const { person, recipient, ...rest } = data as Record<string, unknown>;
  if (await isDeliveryWithheld(ctx, id)) {
    const { group, ...withoutGroup } = rest;
    return withoutGroup;
  }
  if (person === undefined && recipient === undefined) return data;
  return (await eventAccess(ctx, numberOf('events', String(data.event)))) === 'open' ? data : rest;
}

/** WebhookDelivery: a row of webhookDeliveries. */
export const WebhookDeliveryRef = builder.objectRef<Delivery>('WebhookDelivery').implement({
  description: 'One delivery to a webhook; kept for 30 days.',
  fields: (t) => ({
    id: t.id({ description: 'Path of the resource.', resolve: ({ id }) => idOf('webhook_deliveries', id) }),
    _id: t.exposeInt('id', { description: 'Its number.' }),
    key: t.exposeString('key', { description: 'The header webhook-id, the same at every attempt.' }),
    type: t.exposeString('type', { description: 'The kind of event, e.g. "message.finished".' }),
    data: t.field({
      type: 'JSON',
      description:
        'The ids that are sent. Without access to single people in the event, it has neither person nor recipient.',
      resolve: (row, _args, ctx) => shownIds(ctx, row),
    }),
    isWithheld: t.boolean({
      description:
        'Whether works-council mode withholds the ids of the person or the stop limit now, also when it is sent again.',
      resolve: ({ id }, _args, ctx) => isDeliveryWithheld(ctx, id),
    }),
    status: t.exposeString('status', { description: 'pending, delivered or failed.' }),
    attempts: t.exposeInt('attempts', { description: 'Attempts so far.' }),
    nextTryAt: t.expose('tryAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Next attempt, while it is pending.',
    }),
    responseStatus: t.exposeInt('responseStatus', { nullable: true, description: 'HTTP status of the last response.' }),
    error: t.exposeString('error', {
      nullable: true,
      description: 'Why the last attempt failed: status, redirect, gone, blocked, dns, tls, timeout or connection.',
    }),
    response: t.exposeString('response', {
      nullable: true,
      description: 'The first 200 characters of the last response.',
    }),
    insertedAt: t.expose('insertedAt', { type: 'DateTime', description: 'When it happened.' }),
    deliveredAt: t.expose('deliveredAt', { type: 'DateTime', nullable: true, description: 'When it was accepted.' }),
  }),
});

/** Webhook: a row of webhooks. */
export const WebhookRef = builder.objectRef<Row<'webhooks'>>('Webhook').implement({
  description: 'An address that receives events (Standard Webhooks).',
  fields: (t) => ({
    id: t.id({ description: 'Path of the resource.', resolve: ({ id }) => idOf('webhooks', id) }),
    _id: t.exposeInt('id', { description: 'Its number.' }),
    name: t.exposeString('name', { description: 'The purpose of the webhook.' }),
    url: t.exposeString('url', { description: 'The address to post to.' }),
    eventTypes: t.exposeStringList('eventTypes', { description: 'The event types it receives.' }),
    isActive: t.exposeBoolean('isActive', { description: 'Whether it receives events.' }),
    disabledReason: t.exposeString('disabledReason', {
      nullable: true,
      description: 'Why the program switched it off: gone (the receiver answered 410) or failing (for five days).',
    }),
    failingSince: t.expose('failingSince', {
      type: 'DateTime',
      nullable: true,
      description: 'The time since which no delivery was accepted; null if deliveries work.',
    }),
    previousSecretUntil: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'The time until which the previous secret also signs.',
      resolve: ({ previousUntil }) => (previousUntil && previousUntil.getTime() > Date.now() ? previousUntil : null),
    }),
    lastDelivery: t.field({
      type: WebhookDeliveryRef,
      nullable: true,
      description: 'The newest delivery.',
      resolve: ({ id }, _args, ctx) => loadNewestDelivery(ctx, id),
    }),
    version: t.exposeInt('version', {
      description: 'Increases with every change. Send it back to detect conflicts.',
    }),
    insertedAt: t.expose('insertedAt', { type: 'DateTime', description: 'When it was created.' }),
  }),
});

/** WebhookWithSecret: returned where a secret was just created. */
export const WebhookWithSecretRef = builder.objectRef<WithSecret>('WebhookWithSecret').implement({
  description: 'A webhook whose secret was just created.',
  fields: (t) => ({
    webhook: t.field({ type: WebhookRef, description: 'The webhook.', resolve: ({ webhook }) => webhook }),
    secret: t.exposeString('secret', { description: 'The secret, whsec_…; shown only in this response.' }),
  }),
});
