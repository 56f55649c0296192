import { loadDraftRevision } from '#server/alerting/messages/draft-revision.ts';
import { isAsked } from '#server/api/graphql/asked.ts';
import { builder } from '#server/api/graphql/builder.ts';
import { numberOf } from '#server/api/graphql/ids.ts';
import { loadRow } from '#server/api/graphql/loaders.ts';
import { ReportRef } from '#server/api/graphql/types.ts';
import { Refusal } from '#server/platform/errors.ts';
import { following } from '#server/platform/live/topics.ts';

builder.subscriptionField('reportChanged', (t) =>
  t.field({
    type: ReportRef,
    description:
      'The report, at once and each time it, one of its messages or an answer changes. Refused once the report is ' +
      'deleted.',
    authScopes: { signedIn: true },
    args: { id: t.arg.id({ required: true, description: 'The report.' }) },
    subscribe: (_parent, { id }) => following(`report:${numberOf('reports', id)}`),
    resolve: async (_topic, { id }, ctx, info) => {
      const number = numberOf('reports', id);
      if (isAsked(info, 'seen')) await loadDraftRevision(ctx, number); // first, so that the mark doesn't include later changes
      const report = await loadRow(ctx, 'reports', number);
      if (!report?.isActive) throw new Refusal('error_not_found');
      return report;
    },
  }),
);
