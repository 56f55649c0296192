import { graphql } from './gql.ts';
import { currentUserText, systemSettingsText } from './signed-in/early.ts';

/** The signed-in user, with everything the page decides by. */
export const CurrentUserQuery = graphql(currentUserText);

/** The settings of this installation. */
export const SystemSettingsQuery = graphql(systemSettingsText);

/** Something of the administration changed: settings, side menu, channels, types. */
export const SystemChanged = graphql(`
  subscription SystemChanged {
    systemChanged
  }
`);

/** It changed how a channel is doing, or a receipt found no message. */
export const ChannelsChanged = graphql(`
  subscription ChannelsChanged { channelsChanged }
`);

/** Stores a picture. */
export const UploadFileMutation = graphql(`
  mutation UploadFile($file: Upload!) {
    uploadFile(file: $file) { id contentUrl }
  }
`);
