import { graphql, type ResultOf } from '#web/lib/gql.ts';

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

export type GroupFormRow = ResultOf<typeof GroupFormData>;

export const GroupFormQuery = graphql(
  `
  query GroupForm($id: ID!) {
    group(id: $id) { ...GroupFormData }
  }
`,
  [GroupFormData],
);

export const GroupChoicesQuery = graphql(`
  query GroupChoices {
    groupTypes(first: 500, isActive: true) { edges { node { _id name } } }
    groups(first: 1000, isActive: true) { edges { node { _id name parentGroup { _id } } } }
  }
`);

export const CreateGroupMutation = graphql(`
  mutation CreateGroup($input: CreateGroupInput!) {
    createGroup(input: $input) { id _id }
  }
`);

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

export const SetPriorityMutation = graphql(`
  mutation SetPriority($id: ID!, $priorityAlert: Boolean!) {
    updatePersonGroup(id: $id, priorityAlert: $priorityAlert) { id priorityAlert group { id version } }
  }
`);

export const RemovePersonFromGroupMutation = graphql(`
  mutation RemovePersonFromGroup($id: ID!) {
    removePersonFromGroup(id: $id) { id }
  }
`);

/** All members of a group in call order, with the version of this order. */
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

/** Sorts the subgroups of a group, or the top groups. */
export const SortGroupsMutation = graphql(`
  mutation SortGroups($parentGroup: ID, $groups: [SortedGroupInput!]!) {
    sortGroups(parentGroup: $parentGroup, groups: $groups) { id version sortOrder }
  }
`);

/** The direct subgroups of a group in order. */
export const SubgroupOrderQuery = graphql(`
  query SubgroupOrder($id: ID!) {
    group(id: $id) {
      children(first: 1000) { edges { node { id name version personTotal } } }
    }
  }
`);

export const TopOrderQuery = graphql(`
  query TopOrder {
    groups(first: 1000, existsParentGroup: false, isActive: true) {
      edges { node { id name version personTotal } }
    }
  }
`);
