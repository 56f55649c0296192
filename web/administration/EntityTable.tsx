import { Checkbox, UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Entity, Field } from '#shared/administration/entity.ts';
import { Cell } from '#web/fields/Cell.tsx';
import type { EntityRow } from '#web/fields/frame.ts';
import { useLabel } from '#web/lib/label.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { useIsPhone } from '#web/ui/theme/useIsPhone.ts';
import classes from './administration.module.css';
import { columnsOf } from './advanced.ts';
import { extensions } from './extensions.ts';
import { rowName } from './row-name.ts';
import { isSortable, nextSort } from './sortable.ts';

type Sort = { value: string; set: (sort: string) => void };
type Selection = { chosen: readonly string[]; toggle: (id: string) => void; toggleAll: () => void };
type Props = {
  entity: Entity;
  rows: EntityRow[];
  sort: Sort;
  selection?: Selection;
  onOpen: (id: number) => void;
};

/** A table with the columns of the entity's description; rows become cards on small screens. The first column opens the entry. */
export function EntityTable({ entity, rows, sort, selection, onOpen }: Props) {
  const { t } = useTranslation('administration');
  const columns = columnsOf(entity);
  // cards have labels of their own
  const areCards = useIsPhone();
  return (
    <table className={classes['table']} role={areCards ? 'presentation' : undefined}>
      <thead>
        <tr>
          {selection && (
            <th scope="col" className={classes['choose']}>
              <Checkbox
                aria-label={t('bulk.all')}
                checked={selection.chosen.length === rows.length}
                indeterminate={selection.chosen.length > 0 && selection.chosen.length < rows.length}
                onChange={selection.toggleAll}
              />
            </th>
          )}
          {columns.map(([name, field]) => (
            <Head key={name} name={name} field={field} sort={sort} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id} data-inactive={row['isActive'] === false}>
            {selection && (
              <td className={classes['choose']}>
                <Checkbox
                  aria-label={t('bulk.choose', { name: rowName(entity, row) })}
                  checked={selection.chosen.includes(row.id)}
                  onChange={() => selection.toggle(row.id)}
                />
              </td>
            )}
            {columns.map(([name, field], at) => (
              <RowCell key={name} entity={entity} name={name} field={field} row={row} {...(at === 0 && { onOpen })} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type CellProps = { entity: Entity; name: string; field: Field; row: EntityRow; onOpen?: Props['onOpen'] };

function RowCell({ entity, name, field, row, onOpen }: CellProps) {
  const Kind = extensions[entity.name]?.Cells?.[name] ?? Cell;
  const cell = <Kind name={name} field={field} value={row[name]} row={row} />;
  return (
    <td data-label={useLabel()(field.label)} data-kind={field.kind} data-first={onOpen !== undefined}>
      {onOpen ? (
        <UnstyledButton className={classes['open']} onClick={() => onOpen(row._id)}>
          {cell}
        </UnstyledButton>
      ) : (
        cell
      )}
    </td>
  );
}

function Head({ name, field, sort }: { name: string; field: Field; sort: Sort }) {
  const label = useLabel()(field.label);
  if (!isSortable(field)) return <th scope="col">{label}</th>;
  const isUp = sort.value === name;
  const isDown = sort.value === `-${name}`;
  return (
    <th scope="col" aria-sort={isUp ? 'ascending' : isDown ? 'descending' : 'none'}>
      <UnstyledButton className={classes['head']} onClick={() => sort.set(nextSort(sort.value, name))}>
        {label}
        {(isUp || isDown) && <Icon name={isUp ? 'arrowUp' : 'arrowDown'} size={16} />}
      </UnstyledButton>
    </th>
  );
}
