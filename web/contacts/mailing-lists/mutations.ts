import { graphql, type ResultOf } from '#web/lib/gql.ts';

export const ListFormData = graphql(`
  fragment ListFormData on MailingList @_unmask {
    id
    _id
    version
    name
    description
    listType { _id name icon { contentUrl } }
    parentList { _id name parentList { _id name } }
    eventTypes(first: 50) { edges { node { _id name } } }
  }
`);

export type ListFormRow = ResultOf<typeof ListFormData>;

export const ListFormQuery = graphql(
  `
  query ListForm($id: ID!) {
    mailingList(id: $id) { ...ListFormData }
  }
`,
  [ListFormData],
);

/** The list types, event types and possible parents. */
export const ListChoicesQuery = graphql(`
  query ListChoices {
    listTypes(first: 500, isActive: true) { edges { node { _id name } } }
    eventTypes(first: 500, isActive: true) { edges { node { _id name } } }
    mailingLists(first: 500, isActive: true) {
      edges {
        node {
          _id
          name
          children(first: 500) {
            edges { node { _id name children(first: 500) { edges { node { _id name } } } } }
          }
        }
      }
    }
  }
`);

export const CreateMailingListMutation = graphql(`
  mutation CreateMailingList($input: CreateMailingListInput!) {
    createMailingList(input: $input) { id _id }
  }
`);

export const UpdateMailingListMutation = graphql(`
  mutation UpdateMailingList($input: UpdateMailingListInput!) {
    updateMailingList(input: $input) { id version }
  }
`);

/** Switches a mailing list off. */
export const DeleteMailingListMutation = graphql(`
  mutation DeleteMailingList($id: ID!, $version: Int) {
    deleteMailingList(id: $id, version: $version) { id }
  }
`);

/** Adds people, groups and sublists to a list. */
export const AddToMailingListMutation = graphql(`
  mutation AddToMailingList($list: ID!, $people: [ID!], $groups: [ID!], $lists: [ID!]) {
    addToMailingList(list: $list, people: $people, groups: $groups, lists: $lists) { id }
  }
`);

/** Removes people, groups and sublists from a list. */
export const RemoveFromMailingListMutation = graphql(`
  mutation RemoveFromMailingList($list: ID!, $people: [ID!], $groups: [ID!], $lists: [ID!]) {
    removeFromMailingList(list: $list, people: $people, groups: $groups, lists: $lists) { id }
  }
`);

/** Sets the limits of a group on a list: members covered, wanted positive answers, wait for each. */
export const SetStopLimitMutation = graphql(`
  mutation SetStopLimit($list: ID!, $group: ID!, $stopLimit: Int, $waitMinutes: Int, $onDuty: Boolean, $version: Int) {
    setStopLimit(list: $list, group: $group, stopLimit: $stopLimit, waitMinutes: $waitMinutes, onDuty: $onDuty, version: $version) {
      id
      mailingList { id version }
    }
  }
`);
