import { NativeSelect, Select, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { limits } from '#shared/limits.ts';
import { ConflictNotes } from '#web/contacts/ConflictNotes.tsx';
import { choicesWith } from '#web/contacts/choices.ts';
import { NameFields } from '#web/contacts/NameFields.tsx';
import { placesFor } from '#web/contacts/tree.ts';
import { useData } from '#web/lib/data.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { dropdown } from '#web/ui/dropdown.ts';
import { FormFoot } from '#web/ui/FormFoot.tsx';
import { GroupChoicesQuery, type GroupFormRow } from './mutations.ts';
import { useGroupForm } from './useGroupForm.ts';

type Props = {
  /** Undefined creates a group. */
  group?: GroupFormRow;
  below?: { _id: number; name: string };
  onClose: () => void;
};

/** Creates, edits or moves a group. */
export function GroupDialog({ group, below, onClose }: Props) {
  const { t } = useTranslation('contacts');
  const { t: common } = useTranslation();
  const { form, conflict, submit, busy } = useGroupForm({ group, below: String(below?._id ?? ''), onClose });
  const { data } = useData(GroupChoicesQuery, {});
  const types = choicesWith(data?.groupTypes.edges.map(({ node }) => node) ?? [], [group?.groupType]);
  const places = placesFor(
    data?.groups.edges.map(({ node }) => ({ ...node, parent: node.parentGroup?._id ?? null })) ?? [],
    group?._id ?? null,
    limits.groupDepth,
  );
  const parents = data ? places : choicesWith([], [group?.parentGroup, below]);
  const nameOf = (path: string, value: string | boolean) =>
    [...(path === 'parentGroup' ? parents : types)].find((choice) => choice.value === value)?.label ?? String(value);
  return (
    <Dialog
      onClose={onClose}
      size="lg"
      title={group ? t('group.editTitle') : t(below ? 'group.createBelow' : 'group.create')}
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <ConflictNotes
            state={conflict}
            labelOf={(path) => t(`form.${path}`)}
            textOf={(path, value) => (path === 'name' || path === 'description' ? String(value) : nameOf(path, value))}
          />
          <NameFields form={form} />
          <NativeSelect
            label={t('form.groupType')}
            data={[{ value: '', label: t('form.none') }, ...types]}
            {...form.getInputProps('groupType')}
          />
          <Select
            label={t('form.parentGroup')}
            description={t('form.parentHint')}
            data={[{ value: '', label: t('form.top') }, ...parents]}
            searchable
            {...dropdown}
            limit={100}
            allowDeselect={false}
            nothingFoundMessage={t('form.noParent')}
            {...form.getInputProps('parentGroup')}
          />
          <FormFoot
            submit={group ? common('save') : t('create')}
            busy={busy}
            disabled={conflict.isStale}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Dialog>
  );
}
