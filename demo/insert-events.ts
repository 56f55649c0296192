import type { Tx } from '#server/platform/database/connect.ts';
import { situationReportTemplate } from '#shared/default-situation-report-template.ts';
import type { DemoEvent } from './content.ts';
import { insertDraft, insertPastReport } from './insert-report.ts';
import { beganAt, later } from './moments.ts';
import { insertPastLog, type PastLine } from './past-log.ts';
import type { DemoStage } from './stage.ts';

const statusOf = { running: 'published', finished: 'published', archived: 'archived' } as const;

/** Adds an event with its reports, messages, answers, situation reports and log. */
export async function insertPastEvent(tx: Tx, stage: DemoStage, event: DemoEvent): Promise<void> {
  const { name, description, mode, state, lasted } = event;
  const began = beganAt(event.began, stage.now);
  const leader = stage.users.get('Brandmüller')!;
  const finishedAt = lasted === undefined ? null : later(began, lasted);
  const { id } = await tx
    .insertInto('events')
    .values({
      name,
      description,
      mode,
      finishedAt,
      eventDate: began,
      insertedAt: began,
      insertedBy: leader,
      isRunning: state === 'running',
      eventStatusId: stage.statuses.get(statusOf[state])!,
      locationId: stage.locations.get(event.location)!,
      eventTypeId: stage.types.get(event.type)!,
      activationEventTypeId: stage.types.get(event.type)!,
    })
    .returning('id')
    .execute()
    .then(([row]) => row!);
  const log = frameLog(stage, event, began, finishedAt);
  for (const report of event.reports)
    log.push(...(await insertPastReport(tx, stage, { id, name, mode, state, began }, report)));
  if (event.draft) await insertDraft(tx, stage, { id, name, mode, state, began }, event.draft);
  await insertPastLog(tx, id, log);
  await insertSituations(tx, stage, id, event, began);
}

function frameLog(stage: DemoStage, event: DemoEvent, began: Date, finishedAt: Date | null): PastLine[] {
  const { name, mode, state, notes } = event;
  const by = stage.users.get('Brandmüller')!;
  const started = later(began, event.reports[0]!.after, -1);
  const lines: PastLine[] = [
    { at: began, by, kind: 'event_created', data: { name, mode, running: false } },
    { at: started, by, kind: 'event_started', data: { name } },
    ...notes.map(({ after, author, text }) => ({
      at: later(began, after),
      by: stage.users.get(author)!,
      kind: 'note' as const,
      text,
    })),
  ];
  if (finishedAt) lines.push({ at: finishedAt, by, kind: 'event_finished', data: { name } });
  if (state === 'archived' && finishedAt) {
    const at = later(finishedAt, 2 * 24 * 60);
    lines.push({ at, by, kind: 'event_archived', data: { name } });
  }
  return lines;
}

async function insertSituations(
  tx: Tx,
  stage: DemoStage,
  eventId: number,
  event: DemoEvent,
  began: Date,
): Promise<void> {
  const rows = event.situations.map(({ after, nextAfter, status, data }, at) => {
    const asOf = later(began, after);
    const nextReport = nextAfter === undefined ? {} : { nextReport: later(began, nextAfter).toISOString() };
    return {
      eventId,
      number: at + 1,
      status,
      createdAt: asOf,
      template: JSON.stringify(situationReportTemplate),
      data: JSON.stringify({ asOf: asOf.toISOString(), periodFrom: began.toISOString(), ...data, ...nextReport }),
      insertedBy: stage.users.get('Eisenlohr')!,
      approvedBy: stage.users.get('Brandmüller')!,
      mailSentAt: status === 'distributed' ? later(asOf, 6) : null,
    };
  });
  if (rows.length) await tx.insertInto('situationReports').values(rows).execute();
}
