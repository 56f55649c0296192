import { Refusal } from '#server/errors.ts';
import { isAsked } from '#server/graphql/asked.ts';
import { builder } from '#server/graphql/builder.ts';
import { numberOf } from '#server/graphql/ids.ts';
import { loadRow } from '#server/graphql/loaders.ts';
import { ReportRef, type Row } from '#server/graphql/types.ts';
import { following } from '#server/live/live.ts';
import { loadSeen } from '#server/messages/seen.ts';

builder.subscriptionField('reportChanged', (t) =>
  t.field({
    type: ReportRef,
    description:
      'The report, at once and whenever it, one of its messages or an answer changed; refused once it is deleted.',
    authScopes: { signedIn: true },
    args: { id: t.arg.id({ required: true, description: 'The report.' }) },
    subscribe: (_parent, { id }) => following(`report:${numberOf('reports', id)}`),
    resolve: async (_topic, { id }, ctx, info) => {
      const number = numberOf('reports', id);
      if (isAsked(info, 'seen')) await loadSeen(ctx, number); // before: what changes meanwhile was not seen
      const report = await loadRow<'reports', Row<'reports'>>(ctx, 'reports', number);
      if (!report?.isActive) throw new Refusal('error_not_found');
      return report;
    },
  }),
);
