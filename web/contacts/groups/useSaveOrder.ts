import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CombinedError } from 'urql';
import { isConflict } from '#web/lib/client.ts';
import { successToast } from '#web/lib/toasts.ts';

/** Saves an order and closes its dialog; after a conflict, the dialog stays open until it has loaded the current state. */
export function useSaveOrder(
  save: (ids: string[]) => Promise<CombinedError | undefined>,
  refetch: () => void,
  onClose: () => void,
) {
  const { t } = useTranslation('contacts');
  const [busy, setBusy] = useState(false);
  const [isStale, setStale] = useState(false);
  const onSave = async (ids: string[]) => {
    setBusy(true);
    const error = await save(ids);
    setBusy(false);
    if (error) return setStale(isConflict(error));
    successToast(t('sort.saved'));
    onClose();
  };
  const onReload = () => {
    refetch();
    setStale(false);
  };
  return { busy, isStale, onReload, onSave: (ids: string[]) => void onSave(ids), onClose };
}
