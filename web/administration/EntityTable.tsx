import { UnstyledButton } from '@mantine/core';
import type { Entity } from '#shared/administration/entity.ts';
import { Cell } from '#web/fields/Cell.tsx';
import type { EntityRow } from '#web/fields/input.ts';
import { useLabel } from '#web/lib/label.ts';
import classes from './administration.module.css';

type Props = { entity: Entity; rows: EntityRow[]; onOpen: (id: number) => void };

/** The columns of an entity's description; on small screens each row is a card. The first column opens the entry. */
export function EntityTable({ entity, rows, onOpen }: Props) {
  const label = useLabel();
  const columns = Object.entries(entity.fields).filter(([, { list }]) => list);
  return (
    <table className={classes['table']}>
      <thead>
        <tr>
          {columns.map(([name, field]) => (
            <th key={name} scope="col">
              {label(field.label)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id} data-inactive={row['isActive'] === false}>
            {columns.map(([name, field], at) => (
              <td key={name} data-label={label(field.label)} data-first={at === 0}>
                {at === 0 ? (
                  <UnstyledButton className={classes['open']} onClick={() => onOpen(row._id)}>
                    <Cell name={name} field={field} value={row[name]} />
                  </UnstyledButton>
                ) : (
                  <Cell name={name} field={field} value={row[name]} />
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
