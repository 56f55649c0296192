import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { personName } from '#web/contacts/people/person-name.ts';
import { SortDialog } from '#web/contacts/SortDialog.tsx';
import { useData } from '#web/lib/data.ts';
import { CallOrderQuery, SortGroupMutation } from './mutations.ts';
import { useSaveOrder } from './useSaveOrder.ts';

/** Sorts the members of a group into call order. */
export function CallOrderDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation('contacts');
  const { data, refetch } = useData(CallOrderQuery, { id });
  const [, sort] = useMutation(SortGroupMutation);
  const version = data?.group?.version ?? null;
  const saving = useSaveOrder(
    async (personGroups) => (await sort({ group: id, personGroups, version })).error,
    refetch,
    onClose,
  );
  if (!data?.group) return null;
  const items = data.group.personGroup.edges.map(({ node }) => ({
    id: node.id,
    name: personName(node.person),
    hint: node.priorityAlert ? t('person.priority') : undefined,
  }));
  return <SortDialog title={t('sort.members')} text={t('sort.membersText')} items={items} {...saving} />;
}
