import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { AddDialog, type Picked } from '#web/contacts/AddDialog.tsx';
import type { CandidateKind } from '#web/contacts/useCandidates.ts';
import { successToast } from '#web/lib/toasts.ts';
import { useViewer } from '#web/lib/viewer.tsx';
import { listFeature } from './list-rights.ts';
import { AddToMailingListMutation } from './mutations.ts';
import type { ListDetails } from './queries.ts';

/** Returns the kinds that the viewer may add to a list: groups first, because lists mostly consist of groups. */
export const addableKinds = (list: ListDetails, can: ReturnType<typeof useViewer>['can']): CandidateKind[] =>
  (['groups', 'people', 'lists'] as const).filter((kind) => can(listFeature(features[kind], list)));

const features = { groups: 'add_group_to', people: 'add_contact_to', lists: 'add_list_to' } as const;

type Props = { list: ListDetails; onClose: () => void };

/** Adds groups, people and other lists to a mailing list. */
export function AddToListDialog({ list, onClose }: Props) {
  const { t } = useTranslation('contacts');
  const { can } = useViewer();
  const [{ fetching }, add] = useMutation(AddToMailingListMutation);
  const present = [
    ...list.listGroup.edges.map(({ node }) => node.group.id),
    ...list.listPerson.edges.map(({ node }) => node.id),
    ...list.below.edges.map(({ node }) => node.id),
    list.id,
  ];
  const onAdd = async (picked: Picked) => {
    const { error } = await add({ list: list.id, ...picked });
    if (error) return;
    successToast(t('saved'));
    onClose();
  };
  return (
    <AddDialog
      title={t('list.add')}
      kinds={addableKinds(list, can)}
      present={new Set(present)}
      busy={fetching}
      onAdd={(picked) => void onAdd(picked)}
      onClose={onClose}
    />
  );
}
