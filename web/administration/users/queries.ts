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
      sessions { id userAgent insertedAt lastSeenAt isCurrent }
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
