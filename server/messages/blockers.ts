import type { EventState } from '#server/event-log/states.ts';
import { openPlaceholders, type PlaceholderValues } from '#shared/placeholders.ts';
import type { RefusalKey } from '#shared/refusals.ts';
import { plainText } from '#shared/rich-text.ts';
import { hasRecipients, type MessageRow } from './message-rows.ts';

/** Everything that keeps a message from being sent, as refusal keys; `recipients` is null while not resolved. */
export function blockersOf(
  message: MessageRow,
  { state, values, recipients }: { state: EventState; values: PlaceholderValues; recipients: number | null },
): RefusalKey[] {
  const allClear = message.reportType === 'all_clear';
  const texts = [message.title, message.content];
  const reasons: [RefusalKey, boolean][] = [
    ['error_event_archived', state === 'archived'],
    ['error_event_finished', state === 'finished' && !allClear],
    ['error_channel_inactive', !message.channelActive],
    ['error_message_empty', texts.every((text) => plainText(text) === '')],
    ['error_open_placeholders', texts.some((text) => openPlaceholders(text, values).length > 0)],
    ['error_no_answer_options', message.requestAnswer && hasRecipients(message) && !message.answerable],
    ['error_no_recipients', hasRecipients(message) && recipients === 0],
  ];
  return reasons.filter(([, holds]) => holds).map(([key]) => key);
}
