import { Checkbox, Select, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import type { CellProps } from './cell.ts';
import classes from './fields.module.css';
import { frameOf, type InputProps } from './input.ts';

/** The chosen option, or options, in words. */
export function SelectCell({ name, value }: CellProps) {
  const { t } = useTranslation('administration');
  const chosen = (Array.isArray(value) ? value : [value]).map(String);
  if (!Array.isArray(value)) return <span>{t(`option.${name}.${chosen[0]}`)}</span>;
  return (
    <span className={classes['badges']}>
      {chosen.map((option) => (
        <StatusBadge key={option} tone="neutral">
          {t(`option.${name}.${option}`)}
        </StatusBadge>
      ))}
    </span>
  );
}

function useOptions({ name, field }: InputProps) {
  const { t } = useTranslation('administration');
  const options = field.kind === 'select' || field.kind === 'selectMany' ? field.options : [];
  return options.map((value) => ({ value, label: t(`option.${name}.${value}`) }));
}

/** One of the options. */
export function SelectInput(props: InputProps) {
  const { value, onChange } = props;
  return (
    <Select
      {...frameOf(props)}
      data={useOptions(props)}
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
  const { name: _name, ...frame } = frameOf(props);
  return (
    <Checkbox.Group {...frame} value={Array.isArray(value) ? value.map(String) : []} onChange={onChange}>
      <Stack gap="xs" mt="xs">
        {useOptions(props).map((option) => (
          <Checkbox key={option.value} size="md" {...option} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
