import { Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { asText, fromText } from '#shared/fields/kinds.ts';
import { Icon } from '#web/ui/Icon.tsx';
import type { CellProps } from './cell.ts';
import classes from './fields.module.css';
import { type FieldOf, type InputProps, useFrame } from './frame.ts';
import { Options } from './SelectField.tsx';

/** A switch as yes or no, with an icon. */
export function ToggleCell({ value }: CellProps) {
  const { t } = useTranslation();
  return (
    <span className={classes['toggle']} data-on={value === true}>
      <Icon name={value === true ? 'check' : 'minus'} size={18} /> {value === true ? t('yes') : t('no')}
    </span>
  );
}

/** A switch; an optional one is a selection of yes and no. */
export function ToggleInput(props: InputProps<FieldOf<'toggle'>>) {
  const { field, value, onChange } = props;
  const frame = useFrame(props);
  if (field.default === undefined)
    return (
      <Options
        {...props}
        value={asText(field, value)}
        onChange={(chosen) => onChange(chosen === null ? null : fromText(field, String(chosen)))}
      />
    );
  return (
    <Switch
      {...frame}
      size="md"
      checked={value === true}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
  );
}
