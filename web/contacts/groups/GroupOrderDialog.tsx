import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { useData } from '#web/lib/data.ts';
import { SortDialog } from '../SortDialog.tsx';
import { SubgroupOrderQuery, TopOrderQuery, UpdateGroupMutation } from './mutations.ts';
import { useSaveOrder } from './useSaveOrder.ts';

/** Puts the groups below a group, or without one those at the top, in their order. */
export function GroupOrderDialog({ id, onClose }: { id?: string; onClose: () => void }) {
  const { t } = useTranslation('contacts');
  const top = useData(TopOrderQuery, {}, { pause: id !== undefined });
  const below = useData(SubgroupOrderQuery, { id: id ?? '' }, { pause: id === undefined });
  const [, update] = useMutation(UpdateGroupMutation);
  const groups = (id === undefined ? top.data?.groups : below.data?.group?.children)?.edges.map(({ node }) => node);
  const save = async (ids: string[]) => {
    for (const [sortOrder, group] of ids.entries()) {
      const before = groups?.find((row) => row.id === group);
      if (!before || before.sortOrder === sortOrder) continue;
      const { error } = await update({ input: { id: group, sortOrder, version: before.version } });
      if (error) return error;
    }
    return undefined;
  };
  const saving = useSaveOrder(save, id === undefined ? top.refetch : below.refetch, onClose);
  if (!groups) return null;
  const items = groups.map((group) => ({
    id: group.id,
    name: group.name,
    hint: t('group.people', { count: group.personTotal }),
  }));
  return <SortDialog title={t('sort.groups')} text={t('sort.groupsText')} items={items} {...saving} />;
}
