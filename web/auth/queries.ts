import { graphql } from '#web/lib/gql.ts';

/** Changes the user's name, phone number and picture. */
export const UpdateProfileMutation = graphql(`
  mutation UpdateProfile($input: UpdateProfileInput!) {
    updateProfile(input: $input) { id }
  }
`);

export const ChangePasswordMutation = graphql(`
  mutation ChangePassword($currentPassword: String!, $newPassword: String!) {
    changePassword(currentPassword: $currentPassword, newPassword: $newPassword)
  }
`);

export const ChangeLanguageMutation = graphql(`
  mutation ChangeLanguage($language: String!) {
    changeLanguage(language: $language) { id language }
  }
`);

export const TestOwnChannelsMutation = graphql(`
  mutation TestOwnChannels { testOwnChannels { channel outcome reason } }
`);
