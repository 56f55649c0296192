import { useForm } from '@mantine/form';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useClient, useMutation } from 'urql';
import { useVersioned } from '#web/contacts/useVersioned.ts';
import { changedFields } from '#web/lib/changed-fields.ts';
import { successToast } from '#web/lib/toasts.ts';
import { focusFault, showFieldErrors } from '#web/ui/form.ts';
import {
  CreatePersonMutation,
  type DataType,
  PersonFormQuery,
  type PersonFormRow,
  UpdatePersonMutation,
} from './mutations.ts';
import { changedData, type PersonValues, valuesOfPerson } from './person-values.ts';

/** Without `person`, the form creates one, who joins `group`. */
export type PersonFormOptions = {
  person?: PersonFormRow | undefined;
  group?: { id: string } | undefined;
  onClose: () => void;
};

/** Returns a person's form with the current person data types. Focuses the first error. */
export function usePersonForm(
  { person, group, onClose }: PersonFormOptions,
  types: DataType[],
  element: RefObject<HTMLFormElement | null>,
) {
  const { t } = useTranslation('contacts');
  const client = useClient();
  const save = useSave(group, types, onClose);
  const required = (text: string) => (text.trim() === '' ? t('form.missing') : null);
  const form = useForm<PersonValues>({
    initialValues: valuesOfPerson(person, types),
    validate: {
      firstName: required,
      lastName: required,
      personData: Object.fromEntries(
        types.filter((type) => type.isRequired).map((type) => [type.identifier, required]),
      ),
    },
  });
  const conflict = useVersioned<PersonFormRow | undefined, PersonValues>({
    row: person,
    form,
    valuesOf: (row) => valuesOfPerson(row, types),
    load: async () =>
      person && ((await client.query(PersonFormQuery, { id: person.id }).toPromise()).data?.person ?? undefined),
  });
  const toFault = () => focusFault(element.current);
  const submit = form.onSubmit(async (values) => {
    const { base } = conflict;
    const error = base ? await save.change(base, values) : await save.create(values);
    if (!error) return;
    if (base) conflict.refused(error);
    else showFieldErrors(form, error);
    toFault();
  }, toFault);
  return { form, conflict, submit, busy: save.busy };
}

const namesOf = ({ title, firstName, lastName, isCrisis }: PersonValues) => ({
  title: title.trim() || null,
  firstName: firstName.trim(),
  lastName: lastName.trim(),
  isCrisis,
});

function useSave(group: { id: string } | undefined, types: DataType[], onClose: () => void) {
  const { t } = useTranslation('contacts');
  const navigate = useNavigate();
  const [creation, send] = useMutation(CreatePersonMutation);
  const [change, update] = useMutation(UpdatePersonMutation);
  const mail = ({ sendRegistrationMail }: PersonValues) => (sendRegistrationMail ? { sendRegistrationMail } : {});
  return {
    busy: creation.fetching || change.fetching,
    create: async (values: PersonValues) => {
      const personData = changedData(valuesOfPerson(undefined, types), values, types);
      const groups = group ? [group.id] : [];
      const { data, error } = await send({ input: { ...namesOf(values), ...mail(values), personData, groups } });
      if (!data) return error;
      successToast(t('person.created', { name: `${values.firstName} ${values.lastName}` }));
      onClose();
      if (!group) await navigate(`/person/${data.createPerson._id}`);
      return undefined;
    },
    change: async (base: PersonFormRow, values: PersonValues) => {
      const before = valuesOfPerson(base, types);
      const personData = changedData(before, values, types);
      const fields = changedFields({ ...namesOf(before), id: base.id }, namesOf(values));
      const input = { ...fields, ...mail(values), ...(personData.length > 0 ? { personData } : {}) };
      if (Object.keys(input).length > 1) {
        const { error } = await update({ input: { ...input, version: base.version } });
        if (error) return error;
        successToast(t('saved'));
      }
      onClose();
      return undefined;
    },
  };
}
