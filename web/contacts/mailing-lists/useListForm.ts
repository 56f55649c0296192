import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useClient, useMutation } from 'urql';
import { useNameCheck } from '#web/contacts/useNameCheck.ts';
import { useVersioned } from '#web/contacts/useVersioned.ts';
import { changedFields } from '#web/lib/changed-fields.ts';
import { successToast } from '#web/lib/toasts.ts';
import { showFieldErrors } from '#web/ui/form.ts';
import { inputOfList, type ListValues, valuesOfList } from './list-values.ts';
import { CreateMailingListMutation, ListFormQuery, type ListFormRow, UpdateMailingListMutation } from './mutations.ts';

type Options = { list: ListFormRow | undefined; below: string; onClose: () => void };

/** Returns a mailing list's form: a new one with the parent `below`, or an edit that sends only changes. */
export function useListForm({ list, below, onClose }: Options) {
  const { t } = useTranslation('contacts');
  const checkName = useNameCheck();
  const client = useClient();
  const navigate = useNavigate();
  const [creation, create] = useMutation(CreateMailingListMutation);
  const [change, update] = useMutation(UpdateMailingListMutation);
  const form = useForm<ListValues>({
    initialValues: list ? valuesOfList(list) : { ...valuesOfList(undefined), parentList: below },
    validate: { name: checkName },
  });
  const conflict = useVersioned<ListFormRow | undefined, ListValues>({
    row: list,
    form,
    valuesOf: valuesOfList,
    load: async () =>
      list && ((await client.query(ListFormQuery, { id: list.id }).toPromise()).data?.mailingList ?? undefined),
  });
  const submit = form.onSubmit(async (values) => {
    const { base } = conflict;
    if (!base) {
      const { data, error } = await create({ input: inputOfList(values) });
      if (!data) return showFieldErrors(form, error);
      successToast(t('list.created', { name: values.name.trim() }));
      onClose();
      return navigate(`/mailinglist/${data.createMailingList._id}`);
    }
    const input = changedFields({ ...inputOfList(valuesOfList(base)), id: base.id }, inputOfList(values));
    if (Object.keys(input).length > 1) {
      const { error } = await update({ input: { ...input, version: base.version } });
      if (error) return conflict.refused(error);
      successToast(t('saved'));
    }
    onClose();
  });
  return { form, conflict, submit, busy: creation.fetching || change.fetching };
}
