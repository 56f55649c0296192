import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { successToast } from '#web/lib/toasts.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { RemoveFromMailingListMutation } from './mutations.ts';
import type { ListDetails } from './queries.ts';

/** Removes a person, group or sublist from a mailing list after a confirmation, which warns if the crisis team is affected. */
export function useRemoveFromList(list: ListDetails) {
  const { t } = useTranslation('contacts');
  const confirm = useConfirm();
  const [, remove] = useMutation(RemoveFromMailingListMutation);
  return async (kind: 'people' | 'groups' | 'lists', entry: { id: string; name: string; isCrisis: boolean }) => {
    const { id, name, isCrisis } = entry;
    const text = t(isCrisis ? 'list.removeCrisis' : 'list.removeText', { name, list: list.name });
    if (!(await confirm({ title: t('list.removeTitle', { name }), text, danger: isCrisis }))) return;
    const { error } = await remove({ list: list.id, [kind]: [id] });
    if (!error) successToast(t('list.removed', { name }));
  };
}
