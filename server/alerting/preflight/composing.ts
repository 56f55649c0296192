import { anyOf } from '#server/api/graphql/any-of.ts';

export const composing = anyOf(
  'send_message',
  'send_activation_message',
  'add_message_recipients',
  'edit_activation_text',
  'edit_report',
  'create_communication',
  'release_message',
);
