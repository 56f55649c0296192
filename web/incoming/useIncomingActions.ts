import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { successToast } from '#web/lib/toasts.ts';
import {
  CloseIncomingItemMutation,
  type IncomingRow,
  ReleaseIncomingItemMutation,
  TakeIncomingItemMutation,
} from './queries.ts';

/** Returns the actions of an item. After a refusal reloads the item, to show who was faster. */
export function useIncomingActions({ id, version }: IncomingRow, onChanged: () => void) {
  const { t } = useTranslation('incoming');
  const [taking, sendTake] = useMutation(TakeIncomingItemMutation);
  const [closing, sendClose] = useMutation(CloseIncomingItemMutation);
  const [releasing, sendRelease] = useMutation(ReleaseIncomingItemMutation);
  const done = (failed: boolean, text: string) => {
    if (!failed) successToast(text);
    onChanged();
  };
  return {
    busy: taking.fetching || closing.fetching || releasing.fetching,
    take: async () => done(Boolean((await sendTake({ id })).error), t('taken')),
    close: async () => done(Boolean((await sendClose({ id, version })).error), t('closed')),
    release: async () => done(Boolean((await sendRelease({ id, version })).error), t('released')),
  };
}
