import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { entityOf } from '#shared/administration/entities.ts';
import { type Field, routeOf } from '#shared/administration/entity.ts';
import type { CellProps } from './cell.ts';
import classes from './fields.module.css';

type Target = { _id: number; name: string };

/** Another entry, leading to it; in a list only its name, because the line leads to its own entry. */
export function ReferenceCell({ field, value, full = false }: CellProps) {
  const { _id, name } = value as Target;
  if (!full) return <span>{name}</span>;
  return (
    <Anchor component={Link} to={pathOf(field, _id)}>
      {name}
    </Anchor>
  );
}

/** Several other entries, one below the other. */
export function ReferencesCell({ field, value }: CellProps) {
  const rows = (value as { edges: { node: Target }[] }).edges.map(({ node }) => node);
  if (rows.length === 0) return <span>–</span>;
  return (
    <ul className={classes['rows']}>
      {rows.map(({ _id, name }) => (
        <li key={_id}>
          <Anchor component={Link} to={pathOf(field, _id)}>
            {name}
          </Anchor>
        </li>
      ))}
    </ul>
  );
}

function pathOf(field: Field, id: number): string {
  if (field.kind !== 'reference' && field.kind !== 'references') return '/';
  return field.to === 'MailingList' ? `/mailinglist/${id}` : `${routeOf(entityOf(field.to))}?id=${id}`;
}
