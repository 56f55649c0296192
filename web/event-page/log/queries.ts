import { graphql, type ResultOf } from '#web/lib/gql.ts';

/** The newest entries of an event's log that match the filter, and whether the log is intact. */
export const EventLogQuery = graphql(`
  query EventLog($id: ID!, $first: Int!, $filter: LogFilter) {
    event(id: $id) {
      id
      logIntact
      logSeal { state entries sealedEntries sealedAt }
      log(first: $first, filter: $filter) {
        edges {
          node {
            id _id at happenedAt kind text
            by { id firstName lastName }
            person { id firstName lastName }
            corrects { id happenedAt text }
            corrections { id at text }
          }
        }
        totalCount
      }
    }
  }
`);

/** An entry of an event's log. */
export type LogEntryRow = NonNullable<ResultOf<typeof EventLogQuery>['event']>['log']['edges'][number]['node'];

/** Adds a manual entry to an event's log. */
export const AddLogEntryMutation = graphql(`
  mutation AddLogEntry($event: ID!, $text: String!, $key: String!, $happenedAt: DateTime, $corrects: ID) {
    addLogEntry(event: $event, text: $text, key: $key, happenedAt: $happenedAt, corrects: $corrects) { id }
  }
`);

/** An event with its log. */
export type EventWithLog = ResultOf<typeof EventLogQuery>['event'];
