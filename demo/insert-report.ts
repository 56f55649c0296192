import { defaultAnswerOptions } from '#server/alerting/messages/report-rules.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import type { DemoDraft, DemoReport } from './content.ts';
import { insertDemoAnswers, type OptionIds } from './insert-answers.ts';
import { insertEndedCascades } from './insert-cascades.ts';
import { insertMessage } from './insert-message.ts';
import { later } from './moments.ts';
import type { PastLine } from './past-log.ts';
import { demoAnswerOf, recipientsOfLists } from './recipients.ts';
import type { DemoStage, StagedEvent } from './stage.ts';

/** Adds a report with sent messages, recipients, stop limits and answers. Returns its log entries. */
export async function insertPastReport(
  tx: Tx,
  stage: DemoStage,
  event: StagedEvent,
  demo: DemoReport,
): Promise<PastLine[]> {
  const { channels } = demo;
  const at = later(event.began, demo.after);
  const by = stage.users.get(demo.author)!;
  const { reportId, options } = await insertHead(tx, stage, event, demo, at);
  const lists = demo.lists.map((name) => stage.lists.get(name)!);
  const asks = demo.type === 'activation';
  const mails = channels.includes('email') || channels.includes('exercise');
  const answers = (person: Parameters<typeof demoAnswerOf>[1]) =>
    (mails && person.email) || person.mobile ? demoAnswerOf(event.name, person) : null;
  const reached = recipientsOfLists(lists, asks ? (person) => answers(person)?.code === '1' : null);
  const cascades = await insertEndedCascades(tx, event, reportId, reached.limits, at, answers);
  const log: PastLine[] = [...cascades.log];
  const answerable = new Map<number, { recipientId: number; sentAt: Date }>();
  const unreached = reached.limits.some(({ positive, needed }) => positive < needed);
  for (const channel of channels) {
    const message = { event, reportId, by, at, asks, channel, demo, lists, unreached, askedAt: cascades.askedAt };
    const sent = await insertMessage(tx, stage, message, reached.people);
    log.push(...sent.log);
    await cascades.join(sent.messageId);
    for (const [personId, row] of sent.rows) if (!answerable.has(personId)) answerable.set(personId, row);
  }
  if (asks) log.push(...(await insertDemoAnswers(tx, event, reportId, options, reached.people, answerable, answers)));
  return log;
}

/** Adds a draft of a report with one draft message per channel. */
export async function insertDraft(tx: Tx, stage: DemoStage, event: StagedEvent, demo: DemoDraft): Promise<void> {
  const { reportId } = await insertHead(tx, stage, event, demo, stage.now);
  const { title, content } = demo;
  const rows = demo.channels.map((channel) => ({
    reportId,
    title,
    content,
    channelId: stage.channels.get(channel)!.id,
    insertedBy: stage.users.get(demo.author)!,
  }));
  const messages = await tx.insertInto('messages').values(rows).returning('id').execute();
  const lists = messages.flatMap(({ id }) =>
    demo.lists.map((name, sortOrder) => ({ messageId: id, mailingListId: stage.lists.get(name)!.id, sortOrder })),
  );
  await tx.insertInto('messageLists').values(lists).execute();
}

async function insertHead(
  tx: Tx,
  stage: DemoStage,
  event: StagedEvent,
  { type, title, content, author }: DemoDraft,
  at: Date,
): Promise<{ reportId: number; options: OptionIds }> {
  const { id: reportId } = await tx
    .insertInto('reports')
    .values({
      eventId: event.id,
      title,
      content,
      insertedAt: later(at, -1),
      reportTypeId: stage.reportTypes.get(type)!,
      insertedBy: stage.users.get(author)!,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const options = await tx
    .insertInto('answerOptions')
    .values(
      defaultAnswerOptions.map(({ askMinutes, ...option }, sortOrder) => ({
        ...option,
        askMinutes: askMinutes ?? false,
        sortOrder,
        reportId,
      })),
    )
    .returning(['id', 'code', 'label', 'labelEn', 'kind'])
    .execute();
  return { reportId, options: new Map(options.map((option) => [option.code, option])) };
}
