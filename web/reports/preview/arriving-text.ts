import { framedText } from '#shared/message-text.ts';
import type { PlaceholderValues } from '#shared/placeholders.ts';
import type { Text } from '#shared/said-lines.ts';
import type { MessagePreview } from './queries.ts';

/** Builds the SMS text like the server; null without SMS. */
export function arrivingText({ frame, encoding }: MessagePreview, { title, content }: Text): string | null {
  if (!frame || !encoding) return null;
  return framedText(title, content, { ...frame, values: frame.values as PlaceholderValues });
}
