import { isDraft } from '#web/messages/status.ts';
import type { ReportRow } from '#web/reports/queries.ts';
import type { WatchedGoal } from './goal-news.ts';

type Row = Pick<ReportRow, 'id' | '_id'> & {
  reportType: Pick<ReportRow['reportType'], 'identifier'>;
  answers: Pick<ReportRow['answers'], 'goal' | 'functions' | 'unfilled' | 'missing'>;
  messages: { edges: { node: Pick<ReportRow['messages']['edges'][number]['node'], 'status'> }[] };
};

/** Those of these reports that are alarms which were sent. */
export const launchedActivations = <Report extends Row>(reports: { edges: { node: Report }[] }): Report[] =>
  reports.edges
    .map(({ node }) => node)
    .filter(
      ({ reportType, messages }) =>
        reportType.identifier === 'activation' && messages.edges.some(({ node }) => !isDraft(node.status)),
    );

/** How the alarms of an event stand to what they are for. */
export const goalsOf = (event: { _id: number; name: string }, reports: { edges: { node: Row }[] }): WatchedGoal[] =>
  launchedActivations(reports).map(({ id, _id, answers: { goal, functions, unfilled, missing } }) => ({
    id,
    name: event.name,
    path: `/event/${event._id}/report/${_id}`,
    goal,
    functions,
    unfilled,
    missing,
  }));
