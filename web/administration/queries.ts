import { graphql, type ResultOf } from '#web/lib/gql.ts';

/** Registrations that wait for an administrator. */
export const WaitingUsersQuery = graphql(`
  query WaitingUsers {
    users(first: 100, needApproval: true) {
      totalCount
      edges { node { id _id firstName lastName email mobilePhoneNumber verifiedAt } }
    }
  }
`);

/** A registration that waits. */
export type WaitingUser = ResultOf<typeof WaitingUsersQuery>['users']['edges'][number]['node'];

/** Lets somebody in, with these roles. */
export const ApproveUserMutation = graphql(`
  mutation ApproveUser($id: ID!, $roles: [String!]!) { approveUser(id: $id, roles: $roles) { id needApproval isActive roles } }
`);

/** Turns a registration down; the reason is part of the mail. */
export const RejectUserMutation = graphql(`
  mutation RejectUser($id: ID!, $reason: String) { rejectUser(id: $id, reason: $reason) }
`);

/** What deleting an entry would do. */
export const DeletionQuery = graphql(`
  query Deletion($type: String!, $id: ID!) {
    deletion(type: $type, id: $id) { outcome usage { what count } }
  }
`);

/** What deleting an entry would do, and what refers to it. */
export type Deletion = ResultOf<typeof DeletionQuery>['deletion'];

/** Switches entries on or off. */
export const SetActiveMutation = graphql(`
  mutation SetActive($type: String!, $ids: [ID!]!, $isActive: Boolean!) {
    setActive(type: $type, ids: $ids, isActive: $isActive)
  }
`);
