import { framedText } from '#shared/message-text.ts';
import type { PlaceholderValues } from '#shared/placeholders.ts';
import type { Text } from '#shared/said-lines.ts';
import type { MessagePreview } from './queries.ts';

/** A text as its SMS says it, put together here as the server does, without waiting for it; null where none is sent. */
export function arrivingText({ frame, encoding }: MessagePreview, { title, content }: Text): string | null {
  if (!frame || !encoding) return null;
  return framedText(title, content, { ...frame, values: frame.values as PlaceholderValues });
}
