import { graphql } from './gql.ts';
import { currentUserText, systemSettingsText } from './signed-in/prefetch.ts';

/** Loads the signed-in user with the data that pages decide by. */
export const CurrentUserQuery = graphql(currentUserText);

/** Loads the settings of this installation. */
export const SystemSettingsQuery = graphql(systemSettingsText);

/** Reports changes in the administration: settings, side menu, channels, types. */
export const SystemChanged = graphql(`
  subscription SystemChanged {
    systemChanged
  }
`);

/** Reports a change in a channel's health, or a receipt without a matching message. */
export const ChannelsChanged = graphql(`
  subscription ChannelsChanged { channelsChanged }
`);

/** Uploads a picture. */
export const UploadFileMutation = graphql(`
  mutation UploadFile($file: Upload!) {
    uploadFile(file: $file) { id contentUrl }
  }
`);
