import { graphql, type ResultOf } from '#web/lib/gql.ts';

/** What the form of a mailing list is filled from. */
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

/** A mailing list as its form knows it. */
export type ListFormRow = ResultOf<typeof ListFormData>;

/** A mailing list as it is stored now. */
export const ListFormQuery = graphql(
  `
  query ListForm($id: ID!) {
    mailingList(id: $id) { ...ListFormData }
  }
`,
  [ListFormData],
);

/** What a list may be, which event types may call it in, and below which lists it may stand. */
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

/** Makes a mailing list. */
export const CreateMailingListMutation = graphql(`
  mutation CreateMailingList($input: CreateMailingListInput!) {
    createMailingList(input: $input) { id _id }
  }
`);

/** Changes or moves a mailing list. */
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

/** Puts people and groups on a list and lists below it. */
export const AddToMailingListMutation = graphql(`
  mutation AddToMailingList($list: ID!, $people: [ID!], $groups: [ID!], $lists: [ID!]) {
    addToMailingList(list: $list, people: $people, groups: $groups, lists: $lists) { id }
  }
`);

/** Takes people and groups off a list, and lists from below it. */
export const RemoveFromMailingListMutation = graphql(`
  mutation RemoveFromMailingList($list: ID!, $people: [ID!], $groups: [ID!], $lists: [ID!]) {
    removeFromMailingList(list: $list, people: $people, groups: $groups, lists: $lists) { id }
  }
`);

/** Who of a group on a list is meant, how many positive answers are wanted, and how long to wait for each. */
export const SetStopLimitMutation = graphql(`
  mutation SetStopLimit($list: ID!, $group: ID!, $stopLimit: Int, $waitMinutes: Int, $onDuty: Boolean, $version: Int) {
    setStopLimit(list: $list, group: $group, stopLimit: $stopLimit, waitMinutes: $waitMinutes, onDuty: $onDuty, version: $version) {
      id
      mailingList { id version }
    }
  }
`);
