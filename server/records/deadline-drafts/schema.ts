import { builder } from '#server/api/graphql/builder.ts';
import { DeadlineRef } from '#server/api/graphql/types.ts';
import { suggestDraft } from './suggest.ts';

builder.objectField(DeadlineRef, 'suggestion', (t) =>
  t.string({
    description:
      'A text for the report, in the reader’s language: facts of the event, earlier reports, questions of the authority and ' +
      'the log. What nobody entered is named as not known yet.',
    complexity: 50,
    resolve: (row, _args, ctx) => suggestDraft(ctx.db, row, ctx.viewer?.language ?? 'de'),
  }),
);
