import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { SortDialog } from '#web/contacts/SortDialog.tsx';
import { useData } from '#web/lib/data.ts';
import { SortGroupsMutation, SubgroupOrderQuery, TopOrderQuery } from './mutations.ts';
import { useSaveOrder } from './useSaveOrder.ts';

/** Sorts the subgroups of a group, or the top groups without one. */
export function GroupOrderDialog({ id, onClose }: { id?: string; onClose: () => void }) {
  const { t } = useTranslation('contacts');
  const top = useData(TopOrderQuery, {}, { pause: id !== undefined });
  const below = useData(SubgroupOrderQuery, { id: id ?? '' }, { pause: id === undefined });
  const [, sort] = useMutation(SortGroupsMutation);
  const groups = (id === undefined ? top.data?.groups : below.data?.group?.children)?.edges.map(({ node }) => node);
  const save = async (ids: string[]) => {
    const versions = new Map(groups?.map((group) => [group.id, group.version]));
    const sorted = ids.map((group) => ({ id: group, version: versions.get(group) ?? null }));
    return (await sort({ parentGroup: id ?? null, groups: sorted })).error;
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
