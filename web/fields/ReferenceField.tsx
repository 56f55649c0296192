import { Anchor, MultiSelect, Select, type SelectProps } from '@mantine/core';
import { Link } from 'react-router';
import { targetOf } from '#shared/administration/target.ts';
import { dropdown } from '#web/ui/dropdown.ts';
import type { CellProps } from './cell.ts';
import classes from './fields.module.css';
import { type FieldOf, type InputProps, useFrame } from './frame.ts';
import { type SelectableRow, useChoices } from './useChoices.ts';

type Target = SelectableRow & { _id: number };

/** Another entry as a link; in a list only its name, because the row already links to its own entry. */
export function ReferenceCell({ field, value, full = false }: CellProps<FieldOf<'reference'>>) {
  const { _id, name } = value as Target;
  if (!full) return <span>{name}</span>;
  return (
    <Anchor component={Link} to={pathOf(field.to, _id)}>
      {name}
    </Anchor>
  );
}

/** A list of other entries. */
export function ReferencesCell({ field, value }: CellProps<FieldOf<'references'>>) {
  const rows = (value as { edges: { node: Target }[] }).edges.map(({ node }) => node);
  if (rows.length === 0) return <span>–</span>;
  return (
    <ul className={classes['rows']}>
      {rows.map(({ _id, name }) => (
        <li key={_id}>
          <Anchor component={Link} to={pathOf(field.to, _id)}>
            {name}
          </Anchor>
        </li>
      ))}
    </ul>
  );
}

// the server has already searched, with more spellings
const asFound: NonNullable<SelectProps['filter']> = ({ options }) => options;

/** Selects another entry; a selected inactive one stays available. */
export function ReferenceInput(props: InputProps<FieldOf<'reference'>>) {
  const { field, value, onChange } = props;
  const stored = props.stored as SelectableRow | null | undefined;
  const choices = useChoices(field.to, stored ? [stored] : []);
  return (
    <Select
      {...useFrame(props)}
      {...choices.search}
      {...dropdown}
      data={choices.data}
      filter={asFound}
      placeholder={choices.placeholder}
      nothingFoundMessage={choices.nothingFound}
      clearable={field.required !== true}
      value={typeof value === 'string' ? value : null}
      onChange={(id) => {
        choices.remember(id ? [id] : []);
        onChange(id);
      }}
    />
  );
}

/** Selects several other entries. */
export function ReferencesInput(props: InputProps<FieldOf<'references'>>) {
  const { field, value, onChange } = props;
  const stored = (props.stored as { edges: { node: SelectableRow }[] } | undefined)?.edges.map(({ node }) => node);
  const choices = useChoices(field.to, stored ?? []);
  return (
    <MultiSelect
      {...useFrame(props)}
      {...choices.search}
      {...dropdown}
      data={choices.data}
      filter={asFound}
      placeholder={choices.placeholder}
      nothingFoundMessage={choices.nothingFound}
      hidePickedOptions
      value={Array.isArray(value) ? value.map(String) : []}
      onChange={(ids) => {
        choices.remember(ids);
        onChange(ids);
      }}
    />
  );
}

const pathOf = (to: string, id: number): string => `${targetOf(to).page}${id}`;
