import { randomBytes } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { Tx } from '#server/platform/database/connect.ts';
import type { DB } from '#server/platform/database/types.gen.ts';
import { sha256, tokenOf } from '#server/platform/secrets.ts';
import type { SentMessage } from './exercise-mail.ts';
import { insertExerciseMail } from './exercise-mail.ts';
import { later } from './moments.ts';
import type { PastLine } from './past-log.ts';
import { chance, type Reached } from './recipients.ts';
import type { DemoStage } from './stage.ts';

type RecipientRow = Insertable<DB['messageRecipients']> & { status: string; sentAt: Date | null };

/** Adds a message with all its recipients in their final states. */
export async function insertMessage(tx: Tx, stage: DemoStage, sent: SentMessage, people: readonly Reached[]) {
  const { reportId, by, at, asks, demo, channel, event, lists } = sent;
  const { title, content } = demo;
  const plans = planRows(stage, sent, people);
  const count = (...statuses: string[]) => plans.filter(({ status }) => statuses.includes(status)).length;
  const failed = count('failed');
  const suppressed = count('suppressed');
  const status = failed || sent.unreached ? 'sent_with_errors' : 'sent';
  const finishedAt = later(
    plans.reduce((last, { sentAt }) => (sentAt && sentAt > last ? sentAt : last), at),
    0,
    4,
  );
  const channelRow = stage.channels.get(channel)!;
  const { id: messageId } = await tx
    .insertInto('messages')
    .values({
      reportId,
      title,
      content,
      status,
      finishedAt,
      channelId: channelRow.id,
      requestAnswer: asks,
      lane: asks ? 'alarm' : 'normal',
      recipientCount: plans.length - suppressed,
      insertedBy: by,
      insertedAt: later(at, -1),
      launchedBy: by,
      launchedAt: at,
      releaseAt: at,
      sentAt: later(at, 0, 2),
      cost: channel === 'sms' ? (count('sent', 'delivered') * 0.075).toFixed(4) : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('messageLists')
    .values(lists.map((list, sortOrder) => ({ messageId, mailingListId: list.id, sortOrder })))
    .execute();
  const rows = await tx
    .insertInto('messageRecipients')
    .values(plans.map((plan) => ({ ...plan, messageId })))
    .returning(['id', 'personId', 'status'])
    .execute();
  if (event.state === 'running') await insertExerciseMail(tx, sent, people, rows);
  const named = { message: messageId, title, channel: channelRow.name, channelEn: channelRow.nameEn };
  const launched = {
    recipients: plans.length - suppressed,
    reserve: plans.filter(({ status, attempts }) => status !== 'suppressed' && !attempts).length,
    suppressed,
    withoutRelease: false,
    lists: demo.lists,
    groups: [],
    people: 0,
  };
  const ended = { status, sent: count('sent', 'delivered'), failed, suppressed, skipped: count('skipped') };
  const log: PastLine[] = [
    { at, by, kind: 'message_launched', data: { ...named, ...launched } },
    { at: finishedAt, by: null, kind: 'message_finished', data: { ...named, ...ended } },
  ];
  const reachedRows = rows.flatMap(({ id, personId }, place) => {
    const { sentAt, status } = plans[place]!;
    return sentAt && status !== 'failed' ? [[personId!, { recipientId: id, sentAt }] as const] : [];
  });
  return { messageId, log, rows: reachedRows };
}

function planRows(stage: DemoStage, sent: SentMessage, people: readonly Reached[]): Omit<RecipientRow, 'messageId'>[] {
  const taken = new Set<string>();
  return people.map((reached, place) => {
    const { person, via, asked } = reached;
    const address =
      sent.channel === 'sms' ? person.mobile : (person.email ?? (sent.channel === 'exercise' ? person.mobile : null));
    const outcome = outcomeOf(sent, person.lastName, address, asked, taken);
    const sentAt = outcome.attempts ? later(sent.askedAt(reached), 0, 1 + (place % 7)) : null;
    const nonce = randomBytes(16);
    return {
      reportId: sent.reportId,
      channelId: stage.channels.get(sent.event.mode === 'LIVE' ? sent.channel : 'exercise')!.id,
      personId: person.id,
      targetAddress: address ?? '',
      addressNorm: address ?? '',
      via,
      nonce,
      lane: sent.asks ? 'alarm' : 'normal',
      ...outcome,
      sentAt,
      deliveredAt: outcome.status === 'delivered' ? later(sentAt!, 0, 3) : null,
      tokenHash: sent.asks && outcome.status !== 'suppressed' ? sha256(tokenOf(stage.secrets.link, nonce)) : null,
      cost: sent.channel === 'sms' && outcome.attempts ? '0.0750' : null,
    };
  });
}

/** Returns the final state of one recipient. Each address gets a message once. */
function outcomeOf(sent: SentMessage, lastName: string, address: string | null, asked: boolean, taken: Set<string>) {
  if (!address) return { status: 'suppressed', statusReason: 'no_address', attempts: 0 };
  if (taken.has(address)) return { status: 'suppressed', statusReason: 'duplicate', attempts: 0 };
  taken.add(address);
  if (!asked) return { status: 'skipped', statusReason: 'limit_reached', attempts: 0 };
  const luck = chance(`${sent.demo.title}/${sent.channel}/${lastName}`);
  if (sent.channel === 'exercise') return { status: 'sent', statusReason: null, attempts: 1 };
  if (luck === 13 && sent.channel === 'email') return { status: 'failed', statusReason: 'mailbox_full', attempts: 1 };
  const status = sent.channel === 'sms' && luck > 4 ? 'delivered' : 'sent';
  return { status, statusReason: null, attempts: 1 };
}
