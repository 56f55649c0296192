import { builder } from '#server/api/graphql/builder.ts';
import { connectionOf, pageArgs, pageCost } from '#server/api/graphql/connection.ts';
import { numberOf } from '#server/api/graphql/ids.ts';
import { signedIn } from '#server/api/viewer/viewer.ts';
import { replayDelivery, testWebhook } from './deliveries.ts';
import { listDeliveries, listWebhooks } from './read.ts';
import { WebhookDeliveryRef, WebhookRef, WebhookWithSecretRef } from './types.ts';
import { createWebhook, deleteWebhook, rotateWebhookSecret, updateWebhook } from './webhooks.ts';

const authScopes = { feature: 'manage_system_setup' } as const;

const CreateWebhookInput = builder.inputType('CreateWebhookInput', {
  description: 'A webhook to create.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'The purpose of the webhook.' }),
    url: t.string({
      required: true,
      description: 'The address to post to: https, or an address in your own network as configured.',
    }),
    eventTypes: t.stringList({ required: true, description: 'The event types it receives.' }),
    isActive: t.boolean({ description: 'Whether it receives events; true when absent.' }),
  }),
});

const UpdateWebhookInput = builder.inputType('UpdateWebhookInput', {
  description: 'Changes to a webhook; absent fields stay as they are.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'The webhook.' }),
    version: t.int({ description: 'The version the change is based on.' }),
    name: t.string({ description: 'The purpose of the webhook.' }),
    url: t.string({ description: 'The address to post to.' }),
    eventTypes: t.stringList({ description: 'All event types it receives after the change.' }),
    isActive: t.boolean({
      description: 'Whether it receives events. When it is switched on, waiting deliveries are sent.',
    }),
  }),
});

builder.queryFields((t) => ({
  webhooks: t.field({
    type: connectionOf(WebhookRef),
    description: 'The webhooks by name.',
    authScopes,
    args: pageArgs(t.arg),
    complexity: pageCost,
    resolve: (_parent, args, ctx) => listWebhooks(ctx, args),
  }),
  webhookDeliveries: t.field({
    type: connectionOf(WebhookDeliveryRef),
    description: 'The deliveries of a webhook in the last 30 days, the newest first.',
    authScopes,
    args: {
      ...pageArgs(t.arg),
      webhook: t.arg.id({ required: true, description: 'The webhook.' }),
      status: t.arg.string({ description: 'Only deliveries that are pending, delivered or failed.' }),
    },
    complexity: pageCost,
    resolve: (_parent, { webhook, ...args }, ctx) => listDeliveries(ctx, numberOf('webhooks', webhook), args),
  }),
}));

builder.mutationFields((t) => ({
  createWebhook: t.field({
    type: WebhookWithSecretRef,
    description: 'Creates a webhook. Only this response contains the secret to verify it with.',
    authScopes,
    args: { input: t.arg({ type: CreateWebhookInput, required: true, description: 'The webhook.' }) },
    resolve: (_parent, { input }, ctx) => createWebhook(signedIn(ctx), input),
  }),
  updateWebhook: t.field({
    type: WebhookRef,
    description: 'Changes a webhook, or switches it on or off.',
    authScopes,
    args: { input: t.arg({ type: UpdateWebhookInput, required: true, description: 'The changes.' }) },
    resolve: (_parent, { input: { id, ...fields } }, ctx) =>
      updateWebhook(signedIn(ctx), numberOf('webhooks', id), fields),
  }),
  deleteWebhook: t.boolean({
    description: 'Removes a webhook and all its deliveries.',
    authScopes,
    args: { id: t.arg.id({ required: true, description: 'The webhook.' }) },
    resolve: async (_parent, { id }, ctx) => {
      await deleteWebhook(signedIn(ctx), numberOf('webhooks', id));
      return true;
    },
  }),
  rotateWebhookSecret: t.field({
    type: WebhookWithSecretRef,
    description: 'Creates a new secret; the previous one also signs for 24 hours. Only this response contains it.',
    authScopes,
    args: { id: t.arg.id({ required: true, description: 'The webhook.' }) },
    resolve: (_parent, { id }, ctx) => rotateWebhookSecret(signedIn(ctx), numberOf('webhooks', id)),
  }),
  testWebhook: t.field({
    type: WebhookDeliveryRef,
    description: 'Sends a system.test at once and returns the result. It is not retried.',
    authScopes,
    args: { id: t.arg.id({ required: true, description: 'The webhook.' }) },
    resolve: (_parent, { id }, ctx) => testWebhook(ctx, numberOf('webhooks', id)),
  }),
  replayWebhookDelivery: t.field({
    type: WebhookDeliveryRef,
    description: 'Sends a delivery again with the same webhook-id, or at once if it waits for its next attempt.',
    authScopes,
    args: { id: t.arg.id({ required: true, description: 'The delivery.' }) },
    resolve: (_parent, { id }, ctx) => replayDelivery(ctx, numberOf('webhook_deliveries', id)),
  }),
}));
