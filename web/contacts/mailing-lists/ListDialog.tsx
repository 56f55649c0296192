import { MultiSelect, NativeSelect, Select, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { limits } from '#shared/limits.ts';
import { ConflictNotes } from '#web/contacts/ConflictNotes.tsx';
import { choicesWith, type SelectOption } from '#web/contacts/choices.ts';
import { NameFields } from '#web/contacts/NameFields.tsx';
import { placesFor } from '#web/contacts/tree.ts';
import { useData } from '#web/lib/data.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { dropdown } from '#web/ui/dropdown.ts';
import { FormFoot } from '#web/ui/FormFoot.tsx';
import { flatLists, idsText, splitIds } from './list-values.ts';
import { ListChoicesQuery, type ListFormRow } from './mutations.ts';
import { useListForm } from './useListForm.ts';

type Props = {
  /** Undefined creates a list. */
  list?: ListFormRow;
  /** The parent of a new list; none for a top list. */
  below?: { _id: number; name: string };
  onClose: () => void;
};

/** Creates, edits or moves a mailing list. */
export function ListDialog({ list, below, onClose }: Props) {
  const { t } = useTranslation('contacts');
  const { t: common } = useTranslation();
  const { form, conflict, submit, busy } = useListForm({ list, below: String(below?._id ?? ''), onClose });
  const { types, eventTypes, places } = useChoices(list, below);
  const textOf = (path: string, value: string | boolean) => {
    if (path === 'name' || path === 'description') return String(value);
    const named = new Map([...(path === 'eventTypes' ? eventTypes : path === 'parentList' ? places : types)].map(pair));
    return splitIds(String(value))
      .map((id) => named.get(id) ?? id)
      .join(', ');
  };
  return (
    <Dialog title={t(list ? 'list.editTitle' : below ? 'list.createBelow' : 'list.create')} onClose={onClose}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <ConflictNotes state={conflict} labelOf={(path) => t(`form.${path}`)} textOf={textOf} />
          <NameFields form={form} />
          <NativeSelect
            label={t('form.listType')}
            data={[{ value: '', label: t('form.none') }, ...types]}
            {...form.getInputProps('listType')}
          />
          <MultiSelect
            label={t('form.eventTypes')}
            description={t('form.eventTypesHint')}
            data={eventTypes}
            searchable
            {...dropdown}
            hidePickedOptions
            nothingFoundMessage={t('add.nothing')}
            {...form.getInputProps('eventTypes')}
            value={splitIds(form.values.eventTypes)}
            onChange={(ids) => form.setFieldValue('eventTypes', idsText(ids))}
          />
          <Select
            label={t('form.parentList')}
            data={[{ value: '', label: t('form.topList') }, ...places]}
            searchable
            {...dropdown}
            limit={100}
            allowDeselect={false}
            nothingFoundMessage={t('add.nothing')}
            {...form.getInputProps('parentList')}
          />
          <FormFoot
            submit={list ? common('save') : t('create')}
            busy={busy}
            disabled={conflict.isStale}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Dialog>
  );
}

const pair = ({ value, label }: SelectOption): [string, string] => [value, label];

function useChoices(list: ListFormRow | undefined, below: { _id: number; name: string } | undefined) {
  const { data } = useData(ListChoicesQuery, {});
  const nodes = (page: { edges: { node: { _id: number; name: string } }[] } | undefined) =>
    page?.edges.map(({ node }) => node) ?? [];
  const places = placesFor(flatLists(data), list?._id ?? null, limits.listDepth);
  // the parent may be deeper than the query's levels
  const present = choicesWith([], [list?.parentList ?? below]);
  const isKnown = places.some(({ value }) => value === present[0]?.value);
  return {
    types: choicesWith(nodes(data?.listTypes), [list?.listType]),
    eventTypes: choicesWith(nodes(data?.eventTypes), nodes(list?.eventTypes)),
    places: isKnown ? places : [...places, ...present],
  };
}
