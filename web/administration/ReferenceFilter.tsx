import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { entityOf } from '#shared/administration/entities.ts';
import type { Field } from '#shared/administration/entity.ts';
import { useChoices } from '#web/fields/useChoices.ts';
import { useData } from '#web/lib/data.ts';
import { useLabel } from '#web/lib/label.ts';
import { useUrlState } from '#web/lib/url-state.ts';
import classes from './administration.module.css';
import { documentsOf } from './documents.ts';

type Props = { name: string; to: string; field: Field };

const numberOf = (id: string): string => id.split('/').at(-1) ?? '';

/** Filters a list by a reference; the choice is part of the address. */
export function ReferenceFilter({ name, to, field }: Props) {
  const { t } = useTranslation('administration');
  const words = useLabel();
  const [number, setNumber] = useUrlState(name);
  const stored = useData(documentsOf(entityOf(to)).one, { id: number }, { pause: number === '' }).data?.one;
  const chosen = stored ? [{ id: stored.id, name: String(stored['name']) }] : [];
  const choices = useChoices(to, chosen);
  return (
    <Select
      className={classes['filter'] ?? ''}
      aria-label={words(field.label)}
      placeholder={words(field.label)}
      {...choices.search}
      data={choices.data}
      filter={({ options }) => options}
      nothingFoundMessage={choices.nothingFound}
      clearable
      clearButtonProps={{ 'aria-label': t('filter.clear', { name: words(field.label) }) }}
      value={chosen[0] && numberOf(chosen[0].id) === number ? chosen[0].id : null}
      onChange={(id) => setNumber(id ? numberOf(id) : '')}
    />
  );
}
