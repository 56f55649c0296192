// How fast messages leave, a durable row each: node bench/delivery.ts [recipients] [--json]
// Workers, PostgreSQL and the mail server are processes of their own on this machine. The reference is nodemailer's pool on
// the same mail server with the same mails in the same run: read the ratios rather than the figures.

import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import nodemailer from 'nodemailer';
import { messageContents } from '#server/channels/rendering/content.ts';
import { renderMessage } from '#server/channels/rendering/render.ts';
import { recipientStates } from '#server/platform/database/delivery-states.ts';
import { publish } from '#server/platform/live/live.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { createMailChannel, createRecipients, type ReadyDelivery } from '#testing/deliveries.ts';
import { withPostgres } from '../faults/postgres.ts';
import { type Process, startWorkerProcess } from '../faults/process.ts';
import { startMailSink } from './mail-sinks.ts';
import { hasPostfix, smtpSourceRate, startPostfixSink } from './postfix.ts';
import { below, processorSeconds } from './processes.ts';
import { type BenchRow, print, row } from './row.ts';

const { values, positionals } = parseArgs({ options: { json: { type: 'boolean' } }, allowPositionals: true });
const count = Number(positionals[0] ?? 10_000);
const content = `Guten Tag {{person.firstName}} {{person.lastName}},

ab morgen gelten neue Besuchszeiten: 14 bis 18 Uhr. Bitte sagen Sie es weiter, damit niemand vergeblich kommt. Über
Ausnahmen entscheidet die Stationsleitung.

Ihre Klinik`;

const length = 1_100; // of the mail above, in bytes

await withPostgres({}, async (postgres) => {
  const app = await startTestApp(postgres.url);
  const sink = await startMailSink();
  const { port } = sink;
  const mail = await createMailChannel(app.db, port);

  const workers = [await startWorkerProcess(app.db, app.database.url)];
  await sleep(2_500);
  await deliver(app, mail, 1_000); // so that everything is compiled
  await deliver(app, undefined, 1_000);
  const exercise = await deliver(app, undefined, count);
  const one = await deliver(app, mail, count);
  workers.push(await startWorkerProcess(app.db, app.database.url));
  await sleep(2_500);
  await deliver(app, mail, 2_000);
  const two = await deliver(app, mail, count);
  const postfix = hasPostfix() ? await besidePostfix(app, workers, postgres.pid) : [];
  await Promise.all(workers.map((worker) => worker.end('SIGTERM')));
  const reference = await nodemailersPool(app, port, one.delivery);

  const { connections, violations } = await sink.told();
  const compared = { unit: '/s', reference };
  print(
    [
      row({ name: 'exercise messages per second, 1 worker process', value: exercise.rate, ...compared }),
      row({ name: 'mails per second end to end, 1 worker process', value: one.rate, ...compared }),
      row({
        name: 'mails per second end to end, 2 worker processes',
        value: two.rate,
        ...compared,
        must: { atLeast: 2.5 },
        aim: { atLeast: 5 },
      }),
      row({ name: 'concurrent connections to the mail server', value: connections, unit: 'connections' }),
      row({
        name: 'protocol violations counted by the mail server',
        value: violations.length,
        unit: 'times',
        must: { atMost: 0 },
      }),
      ...postfix,
    ],
    values.json,
  );
  sink.stop();
  await app.stop();
});

/** Returns recipients per second until the last stored result. */
async function deliver(
  app: TestApp,
  channelId: number | undefined,
  recipients: number,
): Promise<{ delivery: ReadyDelivery; rate: number }> {
  const { db } = app;
  const given = { count: recipients, lane: 'bulk' as const, content, ...(channelId ? { channelId } : {}) };
  const delivery = await createRecipients(db, { ...given, delayed: true });
  const { messageId } = delivery;
  await sql`vacuum analyze message_recipients`.execute(db);
  await db.updateTable('messageRecipients').set({ tryAt: sql`now()` }).where('messageId', '=', messageId).execute();
  const begun = performance.now();
  await publish(db, { work: true });
  for (;;) {
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from (select from message_recipients where message_id = ${messageId}
        and status in ${recipientStates.open} limit 1) open`.execute(db);
    if (rows[0]!.n === 0) return { delivery, rate: recipients / ((performance.now() - begun) / 1000) };
    await sleep(50);
  }
}

/** Measures against Postfix's smtp-sink, next to its smtp-source, with processor times. */
async function besidePostfix(app: TestApp, workers: readonly Process[], postgres: number): Promise<BenchRow[]> {
  const sink = await startPostfixSink();
  const mail = await createMailChannel(app.db, sink.port);
  await sleep(2_500); // until the new channel applies
  await deliver(app, mail, 2_000);
  const parts = {
    workers: () => workers.map(({ pid }) => pid),
    PostgreSQL: () => below(postgres),
    'the mail server': () => [sink.pid],
  };
  const spent = () => Object.values(parts).map((pids) => pids().reduce((sum, pid) => sum + processorSeconds(pid), 0));
  const before = spent();
  const { rate } = await deliver(app, mail, count);
  const seconds = spent().map((now, at) => now - before[at]!);
  const reference = await smtpSourceRate(sink.port, count, length);
  sink.stop();
  const name = `${workers.length} worker processes, smtp-sink`;
  return [
    row({ name: `mails per second, ${name}`, value: rate, unit: '/s', reference, must: { atLeast: 0.6 } }),
    ...Object.keys(parts).map((part, at) =>
      row({ name: `processor of ${part} per 1,000 mails`, value: (seconds[at]! / count) * 1e6, unit: 'ms' }),
    ),
  ];
}

async function nodemailersPool(app: TestApp, port: number, { messageId, recipients }: ReadyDelivery): Promise<number> {
  const message = await messageContents(app.db)(messageId);
  const transport = nodemailer.createTransport({
    host: '127.0.0.1',
    port,
    ignoreTLS: true,
    pool: true,
    maxConnections: 10,
    maxMessages: Number.POSITIVE_INFINITY,
  });
  const send = ({ id, targetAddress }: ReadyDelivery['recipients'][number]) => {
    const person = { firstName: 'Person', lastName: `Nummer ${id}`, title: null, language: null, via: [] };
    const mail = renderMessage(message, { ...person, asked: false, nonce: Buffer.alloc(16) }, app);
    return transport.sendMail({ from: 'Stab <alarm@example.org>', to: targetAddress, ...mail, html: mail.html ?? '' });
  };
  await Promise.all(recipients.slice(0, 1_000).map(send));
  const begun = performance.now();
  await Promise.all(recipients.map(send));
  const rate = recipients.length / ((performance.now() - begun) / 1000);
  transport.close();
  return rate;
}
