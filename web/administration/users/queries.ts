import { graphql, type ResultOf } from '#web/lib/gql.ts';

export const UserAccessQuery = graphql(`
  query UserAccess($id: ID!) {
    user(id: $id) {
      id
      firstName
      lastName
      roles
      isActive
      isInvited
      needApproval
      secondFactor
      passkeys { id name insertedAt lastUsedAt }
      lastSignInAt
      sessions { id userAgent network insertedAt lastSeenAt trustedUntil isCurrent }
      trustedDevices { id userAgent network insertedAt lastUsedAt expiresAt isSignedIn }
    }
  }
`);

export type UserAccess = NonNullable<ResultOf<typeof UserAccessQuery>['user']>;

/** Mails the invitation again. */
export const ResendInvitationMutation = graphql(`
  mutation ResendInvitation($id: ID!) { resendInvitation(id: $id) { id } }
`);

export const ResetTotpMutation = graphql(`
  mutation ResetTotp($id: ID!) { resetTotp(id: $id) { id secondFactor } }
`);

export const WaitingCountQuery = graphql(`
  query WaitingCount { users(first: 0, needApproval: true) { totalCount } }
`);

/** Invited users without a password. */
export const InvitedQuery = graphql(`
  query Invited { users(first: 500) { edges { node { id isInvited isActive } } } }
`);

export const WaitingUsersQuery = graphql(`
  query WaitingUsers {
    users(first: 100, needApproval: true) {
      edges { node { id _id firstName lastName email mobilePhoneNumber verifiedAt lastSignInAt } }
    }
  }
`);

export type WaitingUser = ResultOf<typeof WaitingUsersQuery>['users']['edges'][number]['node'];

export const ApproveUserMutation = graphql(`
  mutation ApproveUser($id: ID!, $roles: [String!]!) { approveUser(id: $id, roles: $roles) { id needApproval isActive roles } }
`);

/** Rejects a registration; the mail contains the reason. */
export const RejectUserMutation = graphql(`
  mutation RejectUser($id: ID!, $reason: String) { rejectUser(id: $id, reason: $reason) }
`);
