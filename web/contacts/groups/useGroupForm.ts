import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useClient, useMutation } from 'urql';
import { useNameCheck } from '#web/contacts/useNameCheck.ts';
import { useVersioned } from '#web/contacts/useVersioned.ts';
import { changedFields } from '#web/lib/changed-fields.ts';
import { successToast } from '#web/lib/toasts.ts';
import { showFieldErrors } from '#web/ui/form.ts';
import { CreateGroupMutation, GroupFormQuery, type GroupFormRow, UpdateGroupMutation } from './mutations.ts';

type Options = { group: GroupFormRow | undefined; below: string; onClose: () => void };

const valuesOf = (group: GroupFormRow | undefined) => ({
  name: group?.name ?? '',
  description: group?.description ?? '',
  groupType: String(group?.groupType?._id ?? ''),
  parentGroup: String(group?.parentGroup?._id ?? ''),
});

const inputOf = (values: ReturnType<typeof valuesOf>) => ({
  name: values.name.trim(),
  description: values.description.trim() || null,
  groupType: values.groupType || null,
  parentGroup: values.parentGroup || null,
});

/** Returns a group's form: a new one with the parent `below`, or an edit that sends only changes. */
export function useGroupForm({ group, below, onClose }: Options) {
  const { t } = useTranslation('contacts');
  const checkName = useNameCheck();
  const client = useClient();
  const navigate = useNavigate();
  const [creation, create] = useMutation(CreateGroupMutation);
  const [change, update] = useMutation(UpdateGroupMutation);
  const form = useForm({
    initialValues: group ? valuesOf(group) : { ...valuesOf(undefined), parentGroup: below },
    validate: { name: checkName },
  });
  const conflict = useVersioned<GroupFormRow | undefined, ReturnType<typeof valuesOf>>({
    row: group,
    form,
    valuesOf,
    load: async () =>
      group && ((await client.query(GroupFormQuery, { id: group.id }).toPromise()).data?.group ?? undefined),
  });
  const submit = form.onSubmit(async (values) => {
    const { base } = conflict;
    if (!base) {
      const { data, error } = await create({ input: inputOf(values) });
      if (!data) return showFieldErrors(form, error);
      successToast(t('group.created', { name: values.name.trim() }));
      onClose();
      return navigate(`/group/${data.createGroup._id}`);
    }
    const before = inputOf(valuesOf(base));
    const input = changedFields({ ...before, id: base.id }, inputOf(values));
    if (Object.keys(input).length > 1) {
      const { error } = await update({ input: { ...input, version: base.version } });
      if (error) return conflict.refused(error);
      successToast(t('saved'));
    }
    onClose();
  });
  return { form, conflict, submit, busy: creation.fetching || change.fetching };
}
