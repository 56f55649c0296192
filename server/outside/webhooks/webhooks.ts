import { sql } from 'kysely';
import { appendAudit, changedValues, filled } from '#server/api/audit/audit.ts';
import type { Row } from '#server/api/graphql/types.ts';
import { requiredText } from '#server/api/input.ts';
import type { SignedIn } from '#server/api/viewer/viewer.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { refuseStale } from '#server/platform/database/versions.ts';
import { Refusal } from '#server/platform/errors.ts';
import { publish } from '#server/platform/live/live.ts';
import { limits } from '#shared/limits.ts';
import { webhookEvents } from '#shared/webhook-events.ts';
import { checkedUrl } from './checked-url.ts';
import { newWebhookSecret, sealSecret, signingSecrets } from './secret.ts';

type Webhook = Row<'webhooks'>;

const most = 50;

/** Settings of a webhook; absent fields stay unchanged. */
export interface WebhookFields {
  name?: string | null | undefined;
  url?: string | null | undefined;
  eventTypes?: readonly string[] | null | undefined;
  isActive?: boolean | null | undefined;
}

export interface WithSecret {
  webhook: Webhook;
  secret: string;
}

/** Creates a webhook with a new secret. */
export async function createWebhook(ctx: SignedIn, fields: WebhookFields): Promise<WithSecret> {
  const values = {
    name: requiredText('name', fields.name, limits.nameMaximum),
    url: checkedUrl(ctx, fields.url),
    eventTypes: knownEvents(fields.eventTypes ?? []),
    isActive: fields.isActive ?? true,
    insertedBy: ctx.viewer.id,
  };
  const secret = newWebhookSecret();
  return inTransaction(ctx.db, async (tx) => {
    await refuseTooMany(tx);
    const { id } = await tx
      .insertInto('webhooks')
      .values({ ...values, secret: Buffer.alloc(0) })
      .returning('id')
      .executeTakeFirstOrThrow();
    const webhook = await tx
      .updateTable('webhooks')
      .set({ secret: sealSecret(ctx.secrets, id, secret) }) // sealed for this very row
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await record(tx, ctx, webhook, { action: 'create', after: filled(stateOf(webhook)) });
    return { webhook, secret };
  });
}

/** Changes a webhook. Enabling clears failures and sends pending deliveries. */
export async function updateWebhook(
  ctx: SignedIn,
  id: number,
  { version, ...fields }: WebhookFields & { version?: number | null | undefined },
): Promise<Webhook> {
  return inTransaction(ctx.db, async (tx) => {
    const before = await holdWebhook(tx, id);
    refuseStale(before, version);
    const wanted: Partial<Webhook> = {};
    if (fields.name !== undefined) wanted.name = requiredText('name', fields.name, limits.nameMaximum);
    if (fields.url !== undefined) wanted.url = checkedUrl(ctx, fields.url);
    if (fields.eventTypes) wanted.eventTypes = knownEvents(fields.eventTypes);
    if (typeof fields.isActive === 'boolean') wanted.isActive = fields.isActive;
    const changes = changedValues(stateOf(before), stateOf({ ...before, ...wanted }));
    if (!changes) return before;
    const fresh = wanted.isActive && !before.isActive ? { disabledReason: null, failingSince: null } : {};
    const webhook = await tx
      .updateTable('webhooks')
      .set({ ...wanted, ...fresh, version: before.version + 1 })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await record(tx, ctx, webhook, {
      action: webhook.isActive || !before.isActive ? 'update' : 'switch_off',
      ...changes,
    });
    if (webhook.isActive) await publish(tx, { webhooks: true });
    return webhook;
  });
}

/** Removes a webhook; running requests may still arrive. */
export async function deleteWebhook(ctx: SignedIn, id: number): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const before = await holdWebhook(tx, id);
    await tx.deleteFrom('webhooks').where('id', '=', id).execute();
    await record(tx, ctx, before, { action: 'remove', before: filled(stateOf(before)) });
  });
}

/** Creates a secret. The previous one also signs for a day. */
export async function rotateWebhookSecret(ctx: SignedIn, id: number): Promise<WithSecret> {
  const secret = newWebhookSecret();
  return inTransaction(ctx.db, async (tx) => {
    const before = await holdWebhook(tx, id);
    const signs = signingSecrets(ctx.secrets, before) !== null; // else nothing could be signed with it either
    const webhook = await tx
      .updateTable('webhooks')
      .set({
        secret: sealSecret(ctx.secrets, id, secret),
        previousSecret: signs ? before.secret : null,
        previousUntil: signs ? sql<Date>`clock_timestamp() + interval '24 hours'` : null,
        version: before.version + 1,
      })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await record(tx, ctx, webhook, { action: 'update', after: { secret: 'new' } });
    return { webhook, secret };
  });
}

/** Locks the webhook, but not against new deliveries. */
async function holdWebhook(tx: Tx, id: number): Promise<Webhook> {
  const webhook = await tx.selectFrom('webhooks').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
  if (!webhook) throw new Refusal('error_not_found');
  return webhook;
}

async function refuseTooMany(tx: Tx): Promise<void> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from webhooks`.execute(tx);
  if (rows[0]!.n >= most) throw new Refusal('error_too_many', undefined, { most });
}

function knownEvents(wanted: readonly string[]): string[] {
  if (!wanted.length) throw new Refusal('error_required', { eventTypes: 'error_required' });
  const known = webhookEvents.filter((type) => wanted.includes(type));
  if (known.length < new Set(wanted).size) {
    throw new Refusal('error_unknown_choice', { eventTypes: 'error_unknown_choice' });
  }
  return known;
}

const stateOf = ({ name, url, eventTypes, isActive }: Webhook) => ({ name, url, eventTypes, isActive });

type Line = Omit<Parameters<typeof appendAudit>[1], 'by' | 'type' | 'rowId' | 'label'>;

const record = (tx: Tx, { viewer }: SignedIn, { id, name }: Webhook, line: Line) =>
  appendAudit(tx, { by: viewer.id, type: 'Webhook', rowId: id, label: name, ...line });
