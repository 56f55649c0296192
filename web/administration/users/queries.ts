import { graphql, type ResultOf } from '#web/lib/gql.ts';

/** How a user gets in. */
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
      totpEnabled
      lastSignInAt
      sessions { id userAgent network insertedAt lastSeenAt trustedUntil isCurrent }
      trustedDevices { id userAgent network insertedAt lastUsedAt expiresAt isSignedIn }
    }
  }
`);

/** A user as to how they get in. */
export type UserAccess = NonNullable<ResultOf<typeof UserAccessQuery>['user']>;

/** Mails the invitation again. */
export const ResendInvitationMutation = graphql(`
  mutation ResendInvitation($id: ID!) { resendInvitation(id: $id) { id } }
`);

/** Takes the second factor of somebody away who lost it. */
export const ResetTotpMutation = graphql(`
  mutation ResetTotp($id: ID!) { resetTotp(id: $id) { id totpEnabled } }
`);

/** How many registrations wait for an administrator. */
export const WaitingCountQuery = graphql(`
  query WaitingCount { users(first: 0, needApproval: true) { totalCount } }
`);

/** Who was invited and has not set a password yet. */
export const InvitedQuery = graphql(`
  query Invited { users(first: 500) { edges { node { id isInvited isActive } } } }
`);

/** Registrations that wait for an administrator. */
export const WaitingUsersQuery = graphql(`
  query WaitingUsers {
    users(first: 100, needApproval: true) {
      edges { node { id _id firstName lastName email mobilePhoneNumber verifiedAt lastSignInAt } }
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
