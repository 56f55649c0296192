import type { ReportRow } from '#web/reports/queries.ts';
import type { WatchedGoal } from './goal-news.ts';

type Row = Pick<ReportRow, 'id' | '_id'> & {
  answers: Pick<ReportRow['answers'], 'goal' | 'functions' | 'unfilled' | 'missing'>;
};
type Alarmed = { _id: number; name: string; activations: { edges: { node: Row }[] } };

/** Returns the alarms' progress towards their goals. */
export const goalsOf = ({ name, activations, ...event }: Alarmed): WatchedGoal[] =>
  activations.edges.map(({ node: { id, _id, answers } }) => {
    const { goal, functions } = answers;
    // after the end, missing people need no action
    const { unfilled, missing } = goal === 'over' ? { unfilled: 0, missing: 0 } : answers;
    return { id, name, path: `/event/${event._id}/report/${_id}`, goal, functions, unfilled, missing };
  });

type CallableEvent = {
  _id: number;
  activations: { edges: { node: Pick<ReportRow, '_id'> & { answers: Pick<ReportRow['answers'], 'none'> } }[] };
};

/** Returns the path to call people without an answer to the newest alarm. */
export function callPath({ _id, activations }: CallableEvent): string | undefined {
  const [newest] = activations.edges;
  return newest && newest.node.answers.none > 0 ? `/event/${_id}/report/${newest.node._id}?show=unanswered` : undefined;
}
