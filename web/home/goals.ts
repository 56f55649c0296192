import { isDraft } from '#web/messages/status.ts';
import type { WatchedGoal } from '#web/reports/goal/goal-news.ts';
import type { RunningEvent } from './queries.ts';

/** The activations of an event that were sent, the newest first. */
export const launchedActivations = (event: RunningEvent) =>
  event.reports.edges
    .map(({ node }) => node)
    .filter(
      ({ reportType, messages }) =>
        reportType.identifier === 'activation' && messages.edges.some(({ node }) => !isDraft(node.status)),
    );

/** How these stand to what they are for. */
export const goalsOf = (event: RunningEvent): WatchedGoal[] =>
  launchedActivations(event).map(({ id, _id, answers: { goal, functions, unfilled, missing } }) => ({
    id,
    name: event.name,
    path: `/event/${event._id}/report/${_id}`,
    goal,
    functions,
    unfilled,
    missing,
  }));
