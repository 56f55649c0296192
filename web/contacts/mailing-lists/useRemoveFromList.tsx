import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { successToast } from '#web/lib/toasts.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { RemoveFromMailingListMutation } from './mutations.ts';
import type { ListDetails } from './queries.ts';

/** Takes a person, a group or a list off a mailing list; asks first, and warns when the crisis team is concerned. */
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
