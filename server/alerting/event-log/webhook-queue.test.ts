import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import { type LogKind, logKinds } from '#shared/event-log/kinds.ts';
import { logSamples } from '#shared/testing/log-samples.ts';
import { type WebhookEvent, webhookEvents } from '#shared/webhook-events.ts';
import { createEvent } from '#testing/factories.ts';
import { startTestServer, type TestServer } from '#testing/server.ts';
import { appendLog } from './log.ts';
import type { LogLine } from './log-line.ts';

let server: TestServer;
before(async () => {
  server = await startTestServer({ ROLES: 'web' }); // nothing is delivered
});
after(() => server.stop());

/** The webhooks of each kind's samples; other kinds have none. */
const promised: Partial<Record<LogKind, (WebhookEvent | null)[]>> = {
  event_created: ['event.started', null],
  event_started: ['event.started'],
  event_finished: ['event.finished'],
  event_continued: ['event.continued'],
  message_launched: Array.from({ length: 7 }, () => 'message.launched'),
  nobody_on_duty: ['duty.gap'],
  message_handed_over: ['message.launched', 'message.launched', 'message.launched', 'message.launched'],
  stand_down: ['message.launched', 'message.launched'],
  message_relaunched: ['message.launched', 'message.launched'],
  follow_up_late: ['message.launched', 'message.launched'],
  message_stopped: ['message.stopped', 'message.stopped'],
  message_finished: ['message.finished'],
  message_unsendable: ['message.finished'],
  answer: ['answer.recorded', 'answer.recorded', 'answer.recorded', 'answer.recorded'],
  limit_reached: ['limit.reached'],
  limit_reopened: ['limit.reopened', 'limit.reopened', 'limit.reopened'],
  limit_not_reached: ['limit.not_reached', 'limit.not_reached'],
};

test('webhooks receive the documented data of every kind, and nothing about a note', async () => {
  const { db } = server.app;
  const administrator = await server.as('administrator');
  await administrator.run('mutation ($i: CreateWebhookInput!) { createWebhook(input: $i) { secret } }', {
    i: { name: 'Leitstelle', url: 'https://receiver.example/', eventTypes: webhookEvents },
  });
  const told = async (line: LogLine) => {
    await appendLog(db, line);
    const { rows } = await sql<{ type: WebhookEvent }>`delete from webhook_deliveries returning type`.execute(db);
    assert.ok(rows.length <= 1);
    return rows[0]?.type ?? null;
  };
  const { id: eventId } = await createEvent(db);
  for (const kind of Object.keys(logKinds) as LogKind[]) {
    const types = [];
    for (const data of logSamples[kind]) types.push(await told({ eventId, by: null, kind, data } as LogLine));
    assert.deepEqual(types, promised[kind] ?? logSamples[kind].map(() => null), kind);
  }
  assert.equal(await told({ eventId, by: null, kind: 'note', text: 'Deich gesichert' }), null);
});
