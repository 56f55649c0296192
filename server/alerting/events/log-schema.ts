import { builder } from '#server/api/graphql/builder.ts';
import { connectionOf, pageArgs, pageCost } from '#server/api/graphql/connection.ts';
import { idOf, numberOf } from '#server/api/graphql/ids.ts';
import { loadRow } from '#server/api/graphql/loaders.ts';
import { EventRef, LogEntryRef, PersonRef, type Row, UserRef } from '#server/api/graphql/types.ts';
import type { Context } from '#server/platform/context.ts';
import { type LogGroup, logText } from '#shared/event-log/kinds.ts';
import { withheldText, withheldTime } from '#shared/event-log/withheld.ts';
import { answerWordsOf, correctionsOf, isWithheldEntry, listLog, numberInData } from './log-queries.ts';
import { findEvent } from './queries.ts';

const LogGroupEnum = builder.enumType('LogGroup', {
  description: 'A group of kinds of entries, to filter an event’s log by.',
  values: {
    NOTE: { description: 'Written by hand.' },
    EVENT: { description: 'The event itself: started, changed, finished.' },
    MESSAGE: { description: 'Messages: released, sent, stopped, completed.' },
    ANSWER: { description: 'Answers, arrivals and the state of stop limits.' },
    SITUATION_REPORT: { description: 'Situation reports.' },
    TASK: { description: 'Tasks.' },
    DEADLINE: { description: 'Deadlines for reports to authorities.' },
    MONITOR: { description: 'Links to the monitor.' },
    TRIGGER: { description: 'Calls of triggers and their results.' },
  } satisfies Record<LogGroup, object>,
});

const LogFilterInput = builder.inputType('LogFilter', {
  description: 'A filter for an event’s log.',
  fields: (t) => ({
    groups: t.field({ type: [LogGroupEnum], description: 'Kinds of entries; all when absent or empty.' }),
    person: t.string({ description: 'Words in the name of the user who did it, or of the person it is about.' }),
    from: t.field({ type: 'DateTime', description: 'Only entries about this moment or later.' }),
    until: t.field({ type: 'DateTime', description: 'Only entries about this moment or earlier.' }),
  }),
});

builder.objectFields(EventRef, (t) => ({
  log: t.field({
    type: connectionOf(LogEntryRef),
    description: 'Its log (Einsatztagebuch), newest entry first; entries are never changed.',
    args: {
      ...pageArgs(t.arg),
      filter: t.arg({ type: LogFilterInput, description: 'Filters the log; absent: all entries.' }),
    },
    complexity: pageCost,
    resolve: (row, { filter, ...args }, ctx) => listLog(ctx, row.id, args, filter ?? {}),
  }),
}));

const entryBy = (ctx: Context, id: number | null) => loadRow(ctx, 'logEntries', id);

const timeOf = async (row: Row<'logEntries'>, _args: object, ctx: Context) =>
  (await isWithheldEntry(ctx, row)) ? withheldTime(row.at) : row.at;

LogEntryRef.implement({
  description: 'One entry of an event’s log.',
  fields: (t) => ({
    id: t.id({ description: 'Path of the resource.', resolve: (row) => idOf('log_entries', row.id) }),
    _id: t.exposeInt('id', { description: 'Its number.' }),
    at: t.field({
      type: 'DateTime',
      description: 'When it was entered; to the minute if it is withheld.',
      resolve: timeOf,
    }),
    happenedAt: t.field({
      type: 'DateTime',
      description: 'When it happened, as stated by its author; otherwise when it was entered.',
      resolve: async (row, _args, ctx) => row.happenedAt ?? (await timeOf(row, {}, ctx)),
    }),
    by: t.field({
      type: UserRef,
      nullable: true,
      description: 'The user who did it; null if the program did.',
      resolve: (row, _args, ctx) => loadRow(ctx, 'users', row.byUserId),
    }),
    person: t.field({
      type: PersonRef,
      nullable: true,
      description: 'The person it is about, e.g. a person who answered. The log itself stores only a number.',
      resolve: async (row, _args, ctx) =>
        (await isWithheldEntry(ctx, row)) ? null : loadRow(ctx, 'people', numberInData(row.data, 'person')),
    }),
    kind: t.exposeString('kind', { description: 'The kind of entry, e.g. event_finished; note: written by hand.' }),
    text: t.string({
      description:
        'What happened, in the language of the signed-in user, with the words of an answer. For a note, the text ' +
        'that was written.',
      resolve: async (row, _args, ctx) => {
        const language = ctx.viewer?.language ?? 'de';
        if (await isWithheldEntry(ctx, row)) return withheldText(row.kind, language);
        return logText({ ...row, words: await answerWordsOf(ctx, row) }, language);
      },
    }),
    isWithheld: t.boolean({
      description: 'Whether works-council mode hides its content from the viewer. The stored entry is unchanged.',
      resolve: (row, _args, ctx) => isWithheldEntry(ctx, row),
    }),
    data: t.field({
      type: 'JSON',
      nullable: true,
      description: 'Names and numbers at the time of the entry.',
      resolve: async (row, _args, ctx) => ((await isWithheldEntry(ctx, row)) ? null : row.data),
    }),
    corrects: t.field({
      type: LogEntryRef,
      nullable: true,
      description: 'The entry that this one corrects. That entry stays unchanged.',
      resolve: (row, _args, ctx) => entryBy(ctx, row.corrects),
    }),
    corrections: t.field({
      type: [LogEntryRef],
      description: 'The entries that correct this one, the oldest first.',
      resolve: (row, _args, ctx) => correctionsOf(ctx, row.id),
    }),
    hash: t.exposeString('hash', {
      description: 'SHA-256 over the hash of the entry before and this entry’s content.',
    }),
  }),
});

builder.queryField('logEntry', (t) =>
  t.field({
    type: LogEntryRef,
    nullable: true,
    description: 'An entry of the log of an event; null if it does not exist or the event is deleted.',
    authScopes: { signedIn: true },
    args: { id: t.arg.id({ required: true, description: 'The entry.' }) },
    resolve: async (_parent, { id }, ctx) => {
      const entry = await loadRow(ctx, 'logEntries', numberOf('log_entries', id));
      return entry && (await findEvent(ctx, entry.eventId)) ? entry : null;
    },
  }),
);
