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
  description: 'A webhook to make.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'What it is for.' }),
    url: t.string({ required: true, description: 'Where to post to: https, inside the house as configured.' }),
    eventTypes: t.stringList({ required: true, description: 'What it is told.' }),
    isActive: t.boolean({ description: 'Whether it is told anything; true when absent.' }),
  }),
});

const UpdateWebhookInput = builder.inputType('UpdateWebhookInput', {
  description: 'What changes of a webhook; only the fields that change.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'The webhook.' }),
    version: t.int({ description: 'The version the change was made on.' }),
    name: t.string({ description: 'What it is for.' }),
    url: t.string({ description: 'Where to post to.' }),
    eventTypes: t.stringList({ description: 'All it is to be told.' }),
    isActive: t.boolean({ description: 'Whether it is told anything; switched on, what waited leaves.' }),
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
    description: 'What a webhook was told in the last 30 days, the newest first.',
    authScopes,
    args: {
      ...pageArgs(t.arg),
      webhook: t.arg.id({ required: true, description: 'The webhook.' }),
      status: t.arg.string({ description: 'Only those that are pending, delivered or failed.' }),
    },
    complexity: pageCost,
    resolve: (_parent, { webhook, ...args }, ctx) => listDeliveries(ctx, numberOf('webhooks', webhook), args),
  }),
}));

builder.mutationFields((t) => ({
  createWebhook: t.field({
    type: WebhookWithSecretRef,
    description: 'Makes a webhook. The secret to verify it with is told only in this answer.',
    authScopes,
    args: { input: t.arg({ type: CreateWebhookInput, required: true, description: 'The webhook.' }) },
    resolve: (_parent, { input }, ctx) => createWebhook(signedIn(ctx), input),
  }),
  updateWebhook: t.field({
    type: WebhookRef,
    description: 'Changes a webhook, or switches it on or off.',
    authScopes,
    args: { input: t.arg({ type: UpdateWebhookInput, required: true, description: 'What changes.' }) },
    resolve: (_parent, { input: { id, ...fields } }, ctx) =>
      updateWebhook(signedIn(ctx), numberOf('webhooks', id), fields),
  }),
  deleteWebhook: t.boolean({
    description: 'Removes a webhook with everything it was told.',
    authScopes,
    args: { id: t.arg.id({ required: true, description: 'The webhook.' }) },
    resolve: async (_parent, { id }, ctx) => {
      await deleteWebhook(signedIn(ctx), numberOf('webhooks', id));
      return true;
    },
  }),
  rotateWebhookSecret: t.field({
    type: WebhookWithSecretRef,
    description: 'Makes a new secret; the former one signs too for 24 hours. It is told only in this answer.',
    authScopes,
    args: { id: t.arg.id({ required: true, description: 'The webhook.' }) },
    resolve: (_parent, { id }, ctx) => rotateWebhookSecret(signedIn(ctx), numberOf('webhooks', id)),
  }),
  testWebhook: t.field({
    type: WebhookDeliveryRef,
    description: 'Sends a system.test at once and answers what came of it; it is not tried again.',
    authScopes,
    args: { id: t.arg.id({ required: true, description: 'The webhook.' }) },
    resolve: (_parent, { id }, ctx) => testWebhook(ctx, numberOf('webhooks', id)),
  }),
  replayWebhookDelivery: t.field({
    type: WebhookDeliveryRef,
    description: 'Sends a delivery again under the same webhook-id, or now when it waits for its next attempt.',
    authScopes,
    args: { id: t.arg.id({ required: true, description: 'The delivery.' }) },
    resolve: (_parent, { id }, ctx) => replayDelivery(ctx, numberOf('webhook_deliveries', id)),
  }),
}));
