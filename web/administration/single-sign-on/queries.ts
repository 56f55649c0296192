import { graphql, type ResultOf } from '#web/lib/gql.ts';

/** Providers, and people who need an owner's confirmation. */
export const SingleSignOnQuery = graphql(`
  query SingleSignOn {
    oidcProviders {
      id _id label issuer clientId hasClientSecret scopes groupsClaim ownNetwork checksSecondFactor isActive callbackUrl version
      roleMap { group role }
    }
    waitingIdentities { id _id provider insertedAt user { id firstName lastName } }
  }
`);

export type ProviderRow = ResultOf<typeof SingleSignOnQuery>['oidcProviders'][number];

export type WaitingRow = ResultOf<typeof SingleSignOnQuery>['waitingIdentities'][number];

export const CreateProviderMutation = graphql(`
  mutation CreateOidcProvider($input: CreateOidcProviderInput!) { createOidcProvider(input: $input) { id } }
`);

/** Changes a provider, or switches it on or off. */
export const UpdateProviderMutation = graphql(`
  mutation UpdateOidcProvider($input: UpdateOidcProviderInput!) { updateOidcProvider(input: $input) { id version } }
`);

export const DeleteProviderMutation = graphql(`
  mutation DeleteOidcProvider($id: ID!) { deleteOidcProvider(id: $id) }
`);

export const CheckProviderMutation = graphql(`
  mutation CheckOidcProvider($id: ID!) { checkOidcProvider(id: $id) }
`);

export const ConfirmIdentityMutation = graphql(`
  mutation ConfirmIdentity($id: ID!) { confirmIdentity(id: $id) }
`);

export const RejectIdentityMutation = graphql(`
  mutation RejectIdentity($id: ID!) { removeIdentity(id: $id) }
`);
