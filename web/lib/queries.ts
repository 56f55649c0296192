import { graphql } from './gql.ts';
import { currentUserText, systemSettingsText } from './signed-in/prefetch.ts';

export const CurrentUserQuery = graphql(currentUserText);

export const SystemSettingsQuery = graphql(systemSettingsText);

/** Reports changes in the administration. */
export const SystemChanged = graphql(`
  subscription SystemChanged {
    systemChanged
  }
`);

/** Reports changes in a channel's health, and receipts without a message. */
export const ChannelsChanged = graphql(`
  subscription ChannelsChanged { channelsChanged }
`);

/** Uploads a picture. */
export const UploadFileMutation = graphql(`
  mutation UploadFile($file: Upload!) {
    uploadFile(file: $file) { id contentUrl }
  }
`);
