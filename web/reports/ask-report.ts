import { eventFieldsText } from '#web/events/event-fields.ts';
import { prefetch } from '#web/lib/signed-in/prefetch.ts';
import {
  channelTypeFieldsText,
  followableFieldsText,
  messageFieldsText,
  reportTypeFieldsText,
} from '#web/messages/message-fields.ts';
import { reportFieldsText, reportText } from './report-fields.ts';

const parts = [
  reportFieldsText,
  eventFieldsText,
  messageFieldsText,
  followableFieldsText,
  channelTypeFieldsText,
  reportTypeFieldsText,
];

export const askReport = (id: string): void => prefetch([reportText, ...parts].join('\n'), { id });
