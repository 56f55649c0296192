import { graphql, type ResultOf } from '#web/lib/gql.ts';

/** All webhooks by name. */
export const WebhooksQuery = graphql(`
  query Webhooks {
    webhooks(first: 100) {
      totalCount
      edges {
        node {
          id _id name url eventTypes isActive disabledReason failingSince previousSecretUntil version
          lastDelivery { id status insertedAt }
        }
      }
    }
  }
`);

export type WebhookRow = ResultOf<typeof WebhooksQuery>['webhooks']['edges'][number]['node'];

/** A webhook's deliveries, newest first. */
export const WebhookDeliveriesQuery = graphql(`
  query WebhookDeliveries($webhook: ID!, $first: Int!, $status: String) {
    webhookDeliveries(webhook: $webhook, first: $first, status: $status) {
      totalCount
      edges {
        node { id _id type status attempts nextTryAt responseStatus error response insertedAt deliveredAt isWithheld }
      }
    }
  }
`);

export type DeliveryRow = ResultOf<typeof WebhookDeliveriesQuery>['webhookDeliveries']['edges'][number]['node'];

/** Creates a webhook; only this response contains its secret. */
export const CreateWebhookMutation = graphql(`
  mutation CreateWebhook($input: CreateWebhookInput!) { createWebhook(input: $input) { secret webhook { id } } }
`);

/** Changes a webhook, or switches it on or off. */
export const UpdateWebhookMutation = graphql(`
  mutation UpdateWebhook($input: UpdateWebhookInput!) { updateWebhook(input: $input) { id isActive version } }
`);

export const DeleteWebhookMutation = graphql(`
  mutation DeleteWebhook($id: ID!) { deleteWebhook(id: $id) }
`);

/** Creates a new secret; only this response contains it. */
export const RotateWebhookSecretMutation = graphql(`
  mutation RotateWebhookSecret($id: ID!) { rotateWebhookSecret(id: $id) { secret webhook { id } } }
`);

export const TestWebhookMutation = graphql(`
  mutation TestWebhook($id: ID!) { testWebhook(id: $id) { id status responseStatus error response } }
`);

/** Sends a delivery again. */
export const ReplayWebhookDeliveryMutation = graphql(`
  mutation ReplayWebhookDelivery($id: ID!) { replayWebhookDelivery(id: $id) { id status nextTryAt isWithheld } }
`);
