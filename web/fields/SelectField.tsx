import { Checkbox, Select, Stack } from '@mantine/core';
import type { Field } from '#shared/administration/entity.ts';
import { useLabel } from '#web/lib/label.ts';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import type { CellProps } from './cell.ts';
import classes from './fields.module.css';
import { type InputProps, useFrame } from './input.ts';

/** The chosen option, or options, in words. */
export function SelectCell({ field, value }: CellProps) {
  const options = useOptions(field);
  const words = (chosen: string) => options.find((option) => option.value === chosen)?.label ?? chosen;
  const chosen = (Array.isArray(value) ? value : [value]).map(String);
  if (!Array.isArray(value)) return <span>{words(chosen[0] ?? '')}</span>;
  return (
    <span className={classes['badges']}>
      {chosen.map((option) => (
        <StatusBadge key={option} tone="neutral">
          {words(option)}
        </StatusBadge>
      ))}
    </span>
  );
}

function useOptions(field: Field) {
  const label = useLabel();
  const options = field.kind === 'select' || field.kind === 'selectMany' ? field.options : {};
  return Object.entries(options).map(([value, words]) => ({ value, label: label(words) }));
}

/** One of the options. */
export function SelectInput(props: InputProps) {
  const { value, onChange } = props;
  return (
    <Select
      {...useFrame(props)}
      data={useOptions(props.field)}
      value={typeof value === 'string' && value !== '' ? value : null}
      onChange={onChange}
      allowDeselect={false}
      comboboxProps={{ withinPortal: false }}
    />
  );
}

/** Any of the options, all of them to be seen. */
export function SelectManyInput(props: InputProps) {
  const { value, onChange } = props;
  const { name: _name, ...frame } = useFrame(props);
  return (
    <Checkbox.Group {...frame} value={Array.isArray(value) ? value.map(String) : []} onChange={onChange}>
      <Stack gap="xs" mt="xs">
        {useOptions(props.field).map((option) => (
          <Checkbox key={option.value} size="md" {...option} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
