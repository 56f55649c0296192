import { graphql, type ResultOf } from '#web/lib/gql.ts';

/** A page of the audit log, newest entry first. */
export const AuditEntriesQuery = graphql(`
  query AuditEntries(
    $first: Int!, $after: String, $search: String, $type: String, $action: String, $by: ID, $from: DateTime, $to: DateTime
  ) {
    auditEntries(
      first: $first, after: $after, search: $search, type: $type, action: $action, by: $by, from: $from, to: $to
    ) {
      totalCount
      pageInfo { endCursor }
      edges { node { id _id at action type rowId label before after by { id firstName lastName } } }
    }
  }
`);

export type AuditEntry = ResultOf<typeof AuditEntriesQuery>['auditEntries']['edges'][number]['node'];

export const AuditSourcesQuery = graphql(`
  query AuditSources { auditSources { types users { id _id firstName lastName } } }
`);

/** Whether the log is intact, and how far it is sealed. */
export const AuditIntactQuery = graphql(`
  query AuditIntact { auditIntact auditSeal { state entries sealedEntries sealedAt entriesBeforeFirstSeal firstSealedAt } }
`);
