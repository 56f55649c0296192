import { checkChangedBlocks, checkNewBlocks } from '#server/alerting/drafts/read-only-blocks.ts';
import { textToStore } from '#server/alerting/drafts/text-to-store.ts';
import { holdEvent, launchInEvent } from '#server/alerting/event-log/states.ts';
import { endWatchesOfDrafts } from '#server/alerting/messages/follow-watches.ts';
import { featureFor, mayAct, type NewAnswerOption, type ReportAct } from '#server/alerting/messages/report-rules.ts';
import type { Row } from '#server/api/graphql/types.ts';
import { limitedText, requireActive, requiredText } from '#server/api/input.ts';
import { cleanContent } from '#server/api/rich-text.ts';
import { type Context, can } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { withRetries } from '#server/platform/database/with-retries.ts';
import { Refusal } from '#server/platform/errors.ts';
import { publish } from '#server/platform/live/live.ts';
import { usualLanguage } from '#server/platform/settings/usual-language.ts';
import { knownLanguage, languageOf } from '#shared/languages.ts';
import { limits } from '#shared/limits.ts';
import type { Text } from '#shared/said-lines.ts';
import {
  changedOptions,
  checkedOptions,
  keepMeanings,
  type ReportQuestion,
  setAnswerOptions,
} from './answer-options.ts';
import { checkAnswerUntil, checkPlanned } from './answer-until.ts';
import { followText, saidAnew, sayInOwnTexts, storeSaid } from './follow-text.ts';
import { languageOfText, type PreparedVersions, preparedOf, saidIn, saidInAll, withVersions } from './prepared.ts';
import { dropPrepared, findReport, isUntouched, lockLaunched, reportTypeOf, rightsOf } from './queries.ts';

/** A new report. */
export interface NewReport {
  event: number;
  reportType: number;
  title: string;
  content?: string | null | undefined;
  answerOptions?: readonly NewAnswerOption[] | null | undefined;
  answerUntil?: Date | null | undefined;
}

/** Applied to the event when sent. */
export interface ReportDetails {
  eventType?: number | null | undefined;
  location?: number | null | undefined;
  place?: string | null | undefined;
  description?: string | null | undefined;
}

/** Creates a report without messages; refuses an archived or deleted event. */
export async function createReport(ctx: Context, input: NewReport): Promise<Row<'reports'>> {
  await requireActive(ctx.db, 'reportTypes', 'reportType', [input.reportType]);
  const type = await reportTypeOf(ctx.db, input.reportType);
  if (!can(ctx, featureFor('create', type ?? ''))) throw new Refusal('error_forbidden');
  const title = requiredText('title', input.title, limits.nameMaximum);
  const content = cleanContent('content', input.content);
  const options = checkedOptions(input.answerOptions);
  checkAnswerUntil(input.answerUntil);
  await checkNewBlocks(ctx.db, content);
  return inTransaction(ctx.db, async (tx) => {
    await holdEvent(tx, input.event);
    return insertReport(tx, { ...input, title, content, answerOptions: options }, ctx.viewer!.id);
  });
}

/** Inserts a validated report, without a log entry. */
export async function insertReport(
  tx: Tx,
  report: NewReport &
    ReportDetails & {
      content: string;
      answerOptions: readonly NewAnswerOption[];
      /** Its language, if known, and its prepared versions. */
      language?: string | null;
      prepared?: PreparedVersions | null;
    },
  by: number | null,
): Promise<Row<'reports'>> {
  const { event: eventId, reportType: reportTypeId, title, content } = report;
  const inserted = await tx
    .insertInto('reports')
    .values({
      eventId,
      reportTypeId,
      title,
      content,
      answerUntil: report.answerUntil ?? null,
      eventTypeId: report.eventType ?? null,
      locationId: report.location ?? null,
      place: report.place || null,
      description: report.description || null,
      language: report.language ?? null,
      prepared: report.prepared ? JSON.stringify(report.prepared) : null,
      insertedBy: by,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await setAnswerOptions(tx, inserted.id, report.answerOptions);
  await publishReport(tx, inserted);
  return inserted;
}

/** A change of a report. */
export interface ReportChange {
  id: number;
  title?: string | null | undefined;
  content?: string | null | undefined;
  /** The original of the changed title and content. */
  before?: Text | null | undefined;
  language?: string | null | undefined;
  /** Title and content in other languages. */
  versions?: readonly ({ language: string } & Text)[] | null | undefined;
  answerOptions?: readonly NewAnswerOption[] | null | undefined;
  question?: ReportQuestion | null | undefined;
  answerUntil?: Date | null | undefined;
  location?: number | null | undefined;
  place?: string | null | undefined;
  description?: string | null | undefined;
}

/**
 * Changes a report, before sending also text, answers and details; drafts with the old text follow. The end of the time
 * for answers can always change, to a future moment after scheduled messages.
 */
export async function updateReport(ctx: Context, input: ReportChange): Promise<Row<'reports'>> {
  const report = await requireReport(ctx, input.id);
  await requireFeature(ctx, 'edit', report);
  const title = typeof input.title === 'string' ? requiredText('title', input.title, limits.nameMaximum) : null;
  const content = typeof input.content === 'string' ? cleanContent('content', input.content) : null;
  const options = changedOptions(input);
  checkAnswerUntil(input.answerUntil);
  const said = await checkedSaid(ctx, input);
  return withRetries(ctx.db, async (tx) => {
    await launchInEvent(tx, report.eventId); // another user's launch locks the report for long, without blocking the event
    const launched = await lockLaunched(tx, report.id);
    const isNew =
      title !== null || content !== null || options || input.language || input.versions || Object.keys(said).length > 0;
    if (launched && isNew) throw new Refusal('error_report_sent');
    const before = await requireReport({ db: tx }, report.id);
    if (input.answerUntil) await checkPlanned(tx, report.id, input.answerUntil);
    const text = textToStore({ title, content }, input.before, before);
    if (content) await checkChangedBlocks(tx, text.content, { report: before, before: [before.content] });
    for (const version of input.versions ?? []) {
      const known = Object.values(preparedOf(before)).map((one) => one.content);
      await checkChangedBlocks(tx, version.content, { report: before, before: [...known, before.content] });
    }
    const aloud = saidAnew(before, { ...before, ...said });
    const move = await storeSaid(tx, before, said);
    const adds = Object.values(preparedOf(before)).some((version) => version.title === text.title);
    const { title: named, content: line } = saidIn(text, aloud, { ...move, adds });
    const stored = { title: named, content: content === null ? line : text.content };
    const ready = saidInAll(preparedOf(before), aloud, move);
    const language = knownLanguage(input.language) ?? languageOfText(stored, before, ready);
    const isIn = languageOf(language ?? (await usualLanguage(tx)));
    const prepared = input.versions ? withVersions(stored, isIn, input.versions) : ready;
    const values = {
      ...stored,
      language,
      prepared: (before.prepared || input.versions) && JSON.stringify(prepared),
      answerUntil: input.answerUntil === undefined ? before.answerUntil : input.answerUntil,
      ...said,
    };
    const after = await tx
      .updateTable('reports')
      .set(values)
      .where('id', '=', report.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    if (isNew) await endWatchesOfDrafts(tx, [after.id]); // they return to their author, who decides when they leave
    await followText(tx, before, after);
    await sayInOwnTexts(tx, after, aloud, move);
    if (options)
      await setAnswerOptions(tx, report.id, input.question ? options : await keepMeanings(tx, report.id, options));
    await publishReport(tx, after);
    return after;
  });
}

/** Returns changed details; of location and place the last counts. */
async function checkedSaid(ctx: Context, { location, place, description }: ReportChange) {
  if (location && place) throw new Refusal('error_invalid_input', { place: 'error_invalid_input' });
  if (location) await requireActive(ctx.db, 'locations', 'location', [location]);
  if (place) limitedText('place', place, limits.nameMaximum);
  if (description) limitedText('description', description, limits.contentMaximum);
  const saysPlace = location !== undefined || place !== undefined;
  return {
    ...(saysPlace ? { locationId: location ?? null, place: place?.trim() || null } : {}),
    ...(description === undefined ? {} : { description: description?.trim() || null }),
  };
}

/**
 * Hides a report with drafts and its own event. Refused once sent and, with `ifUntouched`, once changed. An activation
 * needs delete_activation_message or its author.
 */
export async function deleteReport(ctx: Context, id: number, ifUntouched = false): Promise<Row<'reports'>> {
  const report = await requireReport(ctx, id);
  if (!isOwnActivation(ctx, report)) await requireFeature(ctx, 'delete', report);
  return withRetries(ctx.db, async (tx) => {
    await launchInEvent(tx, report.eventId);
    if (await lockLaunched(tx, id)) throw new Refusal('error_report_sent');
    if (ifUntouched && !(await isUntouched(tx, id))) throw new Refusal('error_report_touched');
    await tx.updateTable('messages').set({ isActive: false }).where('reportId', '=', id).execute();
    const deleted = await tx
      .updateTable('reports')
      .set({ isActive: false })
      .where('id', '=', id)
      .where('isActive', '=', true)
      .returningAll()
      .executeTakeFirst();
    if (!deleted) throw new Refusal('error_not_found');
    await dropPrepared(tx, deleted.eventId);
    await publish(tx, { event: [deleted.eventId], report: [deleted.id], running: true }); // it no longer waits for its author
    return deleted;
  });
}

const isOwnActivation = (ctx: Context, report: Row<'reports'>) =>
  can(ctx, 'create_activation') && report.insertedBy === ctx.viewer!.id;

/** Returns the report; refuses a missing or deleted one. */
export async function requireReport(ctx: { db: Context['db'] | Tx }, id: number): Promise<Row<'reports'>> {
  const report = await findReport(ctx.db, id);
  if (!report) throw new Refusal('error_not_found');
  return report;
}

/** Refuses users who may not do this to the report. */
export async function requireFeature(
  ctx: Context,
  act: Exclude<ReportAct, 'create'>,
  { id }: Row<'reports'>,
): Promise<void> {
  if (!mayAct(ctx, act, await rightsOf(ctx.db, id))) throw new Refusal('error_forbidden');
}

/** Notifies live views of a report's change. */
export const publishReport = (tx: Tx, { id, eventId }: Row<'reports'>): Promise<void> =>
  publish(tx, { event: [eventId], report: [id] });
