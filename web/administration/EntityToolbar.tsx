import { NativeSelect, SegmentedControl } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Entity } from '#shared/administration/entity.ts';
import { collectionPathOf } from '#shared/administration/entity.ts';
import { useLabel } from '#web/lib/label.ts';
import { SearchInput } from '#web/ui/SearchInput.tsx';
import { SaveMenu } from '#web/ui/saving/SaveMenu.tsx';
import classes from './administration.module.css';
import { columnsOf } from './advanced.ts';
import { filtersOf } from './documents.ts';
import { ReferenceFilter } from './ReferenceFilter.tsx';
import { isSortable } from './sortable.ts';
import { activity, type EntityListState } from './useEntityList.ts';

type Props = { entity: Entity; list: EntityListState };

/** The list's filters and search, its order if there are no column heads, and its file downloads. */
export function EntityToolbar({ entity, list }: Props) {
  const { t } = useTranslation('administration');
  return (
    <div className={classes['toolbar']}>
      {list.hasActivity && (
        <SegmentedControl
          size="md"
          aria-label={t('filter.label')}
          value={list.filter.value}
          onChange={list.filter.set}
          data={Object.keys(activity).map((value) => ({ value, label: t(`filter.${value}`) }))}
        />
      )}
      <div className={classes['search']}>
        <SearchInput value={list.search.value} onSearch={list.search.set} label={t('filter.search')} />
      </div>
      {filtersOf(entity).map(({ name, to, field }) => (
        <ReferenceFilter key={name} name={name} to={to} field={field} />
      ))}
      <SortSelect entity={entity} list={list} />
      <SaveList entity={entity} list={list} />
    </div>
  );
}

function SortSelect({ entity, list }: Props) {
  const { t } = useTranslation('administration');
  const words = useLabel();
  const fields = columnsOf(entity).filter(([, field]) => isSortable(field));
  return (
    <NativeSelect
      className={classes['sort'] ?? ''}
      aria-label={t('sort.label')}
      value={list.sort.value}
      onChange={({ currentTarget }) => list.sort.set(currentTarget.value)}
      data={[
        { value: '', label: t('sort.usual') },
        ...fields.flatMap(([name, { label }]) => [
          { value: name, label: t('sort.up', { name: words(label) }) },
          { value: `-${name}`, label: t('sort.down', { name: words(label) }) },
        ]),
      ]}
    />
  );
}

function SaveList({ entity, list }: Props) {
  const words = useLabel();
  const { order, ...asked } = list.asked;
  const given = Object.entries(asked).filter(([, value]) => value !== null && value !== undefined);
  const parameters = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  if (order.length > 0) parameters.set('sort', list.sort.value);
  return (
    <SaveMenu
      path={collectionPathOf(entity)}
      query={String(parameters)}
      name={words(entity.label)}
      formats={['xlsx', 'csv']}
    />
  );
}
