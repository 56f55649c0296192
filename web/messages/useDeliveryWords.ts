import { useTranslation } from 'react-i18next';
import type { OfKind } from './status.ts';

/** How far a message has come with somebody, in the words of its kind of channel: a call is taken, not read. */
export function useDeliveryWords() {
  const { t } = useTranslation('messages');
  return (status: string, { channelType }: OfKind): string =>
    t([`recipientBy.${channelType.identifier}.${status}`, `recipient.${status}`]);
}
