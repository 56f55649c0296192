import { useTranslation } from 'react-i18next';
import type { OfKind } from './status.ts';

/** Returns the words for a status by kind of channel. */
export function useDeliveryWords() {
  const { t } = useTranslation('messages');
  return (status: string, { channelType }: OfKind): string =>
    t([`recipientBy.${channelType.identifier}.${status}`, `recipient.${status}`]);
}
