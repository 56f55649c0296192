import { graphql, type ResultOf } from '#web/lib/gql.ts';

/** The providers to sign in with, and people who wait for an owner. */
export const SingleSignOnQuery = graphql(`
  query SingleSignOn {
    oidcProviders {
      id _id label issuer clientId hasClientSecret scopes groupsClaim ownNetwork checksSecondFactor isActive callbackUrl version
      roleMap { group role }
    }
    waitingIdentities { id _id provider insertedAt user { id firstName lastName } }
  }
`);

/** A provider as the list shows it. */
export type ProviderRow = ResultOf<typeof SingleSignOnQuery>['oidcProviders'][number];

/** A person who waits for an owner. */
export type WaitingRow = ResultOf<typeof SingleSignOnQuery>['waitingIdentities'][number];

/** Creates a provider. */
export const CreateProviderMutation = graphql(`
  mutation CreateOidcProvider($input: CreateOidcProviderInput!) { createOidcProvider(input: $input) { id } }
`);

/** Changes a provider, or switches it on or off. */
export const UpdateProviderMutation = graphql(`
  mutation UpdateOidcProvider($input: UpdateOidcProviderInput!) { updateOidcProvider(input: $input) { id version } }
`);

/** Removes a provider. */
export const DeleteProviderMutation = graphql(`
  mutation DeleteOidcProvider($id: ID!) { deleteOidcProvider(id: $id) }
`);

/** Asks a provider what it says of itself. */
export const CheckProviderMutation = graphql(`
  mutation CheckOidcProvider($id: ID!) { checkOidcProvider(id: $id) }
`);

/** Confirms that a person at a provider is a user. */
export const ConfirmIdentityMutation = graphql(`
  mutation ConfirmIdentity($id: ID!) { confirmIdentity(id: $id) }
`);

/** Rejects a person who waits for an owner. */
export const RejectIdentityMutation = graphql(`
  mutation RejectIdentity($id: ID!) { removeIdentity(id: $id) }
`);
