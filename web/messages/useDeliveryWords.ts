import { useTranslation } from 'react-i18next';
import type { OfKind } from './status.ts';

/** Returns the words for a delivery status by kind of channel; a call is answered, not read. */
export function useDeliveryWords() {
  const { t } = useTranslation('messages');
  return (status: string, { channelType }: OfKind): string =>
    t([`recipientBy.${channelType.identifier}.${status}`, `recipient.${status}`]);
}
