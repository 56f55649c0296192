import { graphql, type ResultOf } from '#web/lib/gql.ts';

export const BulkResultData = graphql(`
  fragment BulkResultData on BulkResult @_unmask {
    changed
    unchanged
    crisis { _id firstName lastName title }
    groups { before after group { _id name } }
    mailingLists { before after mailingList { _id name } }
    limits { available stopLimit group { _id name } mailingList { _id name } }
    refused { reason person { _id firstName lastName title } }
  }
`);

export type BulkOutcome = ResultOf<typeof BulkResultData>;

/** Adds people at the end of a group's call order. */
export const AddPeopleToGroupMutation = graphql(
  `
  mutation AddPeopleToGroup($target: ID!, $people: [ID!]!, $dryRun: Boolean!) {
    result: addPeopleToGroup(group: $target, people: $people, dryRun: $dryRun) { ...BulkResultData }
  }
`,
  [BulkResultData],
);

export const AddPeopleToListMutation = graphql(
  `
  mutation AddPeopleToList($target: ID!, $people: [ID!]!, $dryRun: Boolean!) {
    result: addPeopleToMailingList(list: $target, people: $people, dryRun: $dryRun) { ...BulkResultData }
  }
`,
  [BulkResultData],
);

export const DeactivatePeopleMutation = graphql(
  `
  mutation DeactivatePeople($people: [ID!]!, $dryRun: Boolean!) {
    result: deactivatePeople(people: $people, dryRun: $dryRun) { ...BulkResultData }
  }
`,
  [BulkResultData],
);
