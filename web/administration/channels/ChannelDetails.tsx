import type { EntityRow } from '#web/fields/frame.ts';
import { CallbackAddress } from './CallbackAddress.tsx';
import { useChannelHealth } from './useChannelHealth.ts';

/** Below a channel's form: the address for its provider's reports, if it sends any. */
export function ChannelDetails({ row }: { row: EntityRow }) {
  const url = useChannelHealth(row).data?.channel?.callbackUrl;
  return url ? <CallbackAddress url={url} /> : null;
}
