import { graphql, type ResultOf } from '#web/lib/gql.ts';

/** A page of an event's log, newest entry first, as far as the filter leaves it; with `checks` whether the log is whole. */
export const EventLogQuery = graphql(`
  query EventLog($id: ID!, $first: Int!, $after: String, $filter: LogFilter, $checks: Boolean!) {
    event(id: $id) {
      id
      logIntact @include(if: $checks)
      log(first: $first, after: $after, filter: $filter) {
        edges {
          node {
            id _id at happenedAt kind text
            by { id firstName lastName }
            person { id firstName lastName }
            corrects { id happenedAt text }
            corrections { id at text }
          }
        }
        pageInfo { hasNextPage endCursor }
        totalCount
      }
    }
  }
`);

/** An entry of an event's log. */
export type LogEntryRow = NonNullable<ResultOf<typeof EventLogQuery>['event']>['log']['edges'][number]['node'];

/** Adds a hand-written entry to an event's log. */
export const AddLogEntryMutation = graphql(`
  mutation AddLogEntry($event: ID!, $text: String!, $key: String!, $happenedAt: DateTime, $corrects: ID) {
    addLogEntry(event: $event, text: $text, key: $key, happenedAt: $happenedAt, corrects: $corrects) { id }
  }
`);
