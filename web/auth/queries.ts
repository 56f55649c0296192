import { graphql } from '#web/lib/gql.ts';

/** Changes the own name, phone number and picture. */
export const UpdateProfileMutation = graphql(`
  mutation UpdateProfile($input: UpdateProfileInput!) {
    updateProfile(input: $input) { id }
  }
`);

/** Changes the own password. */
export const ChangePasswordMutation = graphql(`
  mutation ChangePassword($currentPassword: String!, $newPassword: String!) {
    changePassword(currentPassword: $currentPassword, newPassword: $newPassword)
  }
`);

/** Changes the language stored for the user. */
export const ChangeLanguageMutation = graphql(`
  mutation ChangeLanguage($language: String!) {
    changeLanguage(language: $language) { id language }
  }
`);

/** Sends the signed-in user a test message over every channel. */
export const TestOwnChannelsMutation = graphql(`
  mutation TestOwnChannels { testOwnChannels { channel outcome reason } }
`);
