import { graphql, type ResultOf } from '#web/lib/gql.ts';

/** What the form of a group is filled from. */
export const GroupFormData = graphql(`
  fragment GroupFormData on Group @_unmask {
    id
    _id
    version
    name
    description
    groupType { _id name icon { contentUrl } }
    parentGroup { _id name }
  }
`);

/** A group as its form knows it. */
export type GroupFormRow = ResultOf<typeof GroupFormData>;

/** A group as it is stored now. */
export const GroupFormQuery = graphql(
  `
  query GroupForm($id: ID!) {
    group(id: $id) { ...GroupFormData }
  }
`,
  [GroupFormData],
);

/** What a group may be and below which group it may stand. */
export const GroupChoicesQuery = graphql(`
  query GroupChoices {
    groupTypes(first: 500, isActive: true) { edges { node { _id name } } }
    groups(first: 1000, isActive: true) { edges { node { _id name parentGroup { _id } } } }
  }
`);

/** Makes a group. */
export const CreateGroupMutation = graphql(`
  mutation CreateGroup($input: CreateGroupInput!) {
    createGroup(input: $input) { id _id }
  }
`);

/** Changes or moves a group. */
export const UpdateGroupMutation = graphql(`
  mutation UpdateGroup($input: UpdateGroupInput!) {
    updateGroup(input: $input) { id version }
  }
`);

/** Switches a group off. */
export const DeleteGroupMutation = graphql(`
  mutation DeleteGroup($id: ID!, $version: Int) {
    deleteGroup(id: $id, version: $version) { id }
  }
`);

/** Says whether a member is called first. */
export const SetPriorityMutation = graphql(`
  mutation SetPriority($id: ID!, $priorityAlert: Boolean!) {
    updatePersonGroup(id: $id, priorityAlert: $priorityAlert) { id priorityAlert group { id version } }
  }
`);

/** Takes a member out of the group. */
export const RemovePersonFromGroupMutation = graphql(`
  mutation RemovePersonFromGroup($id: ID!) {
    removePersonFromGroup(id: $id) { id }
  }
`);

/** All members of a group in call order, with the version that this order belongs to. */
export const CallOrderQuery = graphql(`
  query CallOrder($id: ID!) {
    group(id: $id) {
      version
      personGroup(first: 1000) {
        edges { node { id priorityAlert person { firstName lastName title } } }
      }
    }
  }
`);

/** Sets the call order of a group. */
export const SortGroupMutation = graphql(`
  mutation SortGroup($group: ID!, $personGroups: [ID!]!, $version: Int) {
    sortGroup(group: $group, personGroups: $personGroups, version: $version) { id version }
  }
`);

/** Puts the groups below a group, or at the top, in a new order. */
export const SortGroupsMutation = graphql(`
  mutation SortGroups($parentGroup: ID, $groups: [SortedGroupInput!]!) {
    sortGroups(parentGroup: $parentGroup, groups: $groups) { id version sortOrder }
  }
`);

/** The groups directly below a group in their order. */
export const SubgroupOrderQuery = graphql(`
  query SubgroupOrder($id: ID!) {
    group(id: $id) {
      children(first: 1000) { edges { node { id name version personTotal } } }
    }
  }
`);

/** The groups at the top in their order. */
export const TopOrderQuery = graphql(`
  query TopOrder {
    groups(first: 1000, existsParentGroup: false, isActive: true) {
      edges { node { id name version personTotal } }
    }
  }
`);
