import { Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { placeOf, useCandidates } from '#web/contacts/useCandidates.ts';
import { fullName } from '#web/lib/viewer.tsx';
import type { RosterGroup } from './queries.ts';

type Props = { group: RosterGroup; label?: string; value: string | null; onChange: (id: string | null) => void };

/** Selects a person: members of the group, and search results. The place of work distinguishes namesakes. */
export function PersonSelect({ group, label, value, onChange }: Props) {
  const { t } = useTranslation('roster');
  const [search, setSearch] = useState('');
  const own = group.listPerson.edges.map(({ node }) => ({
    id: node.id,
    name: fullName(node),
    hint: placeOf(node),
  }));
  const isChosen = own.some(({ id, name }) => id === value && name === search);
  const { data = [] } = useCandidates('people', search.length > 1 && !isChosen ? search : '');
  const others = data.filter(({ id }) => own.every((one) => one.id !== id));
  const hintOf = (wanted: string | null) => [...own, ...others].find(({ id }) => id === wanted)?.hint;
  const options = (people: readonly { id: string; name: string }[]) =>
    people.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <Select
      label={label ?? t('shift.person')}
      description={hintOf(value)}
      required
      searchable
      clearable
      data={[
        { group: group.name, items: options(own) },
        { group: t('shift.others'), items: options(others) },
      ].filter(({ items }) => items.length > 0)}
      renderOption={({ option }) => (
        <Stack gap={0}>
          {option.label}
          <Text c="gray.6" fz="sm">
            {hintOf(option.value)}
          </Text>
        </Stack>
      )}
      nothingFoundMessage={t('turn.nobody')}
      value={value}
      onChange={onChange}
      searchValue={search}
      onSearchChange={setSearch}
    />
  );
}
