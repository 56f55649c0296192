import { Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Icon } from '#web/ui/Icon.tsx';
import type { CellProps } from './cell.ts';
import classes from './fields.module.css';
import { type InputProps, useFrame } from './input.ts';

/** A switch as yes or no, in words and with a sign. */
export function ToggleCell({ value }: CellProps) {
  const { t } = useTranslation();
  return (
    <span className={classes['toggle']} data-on={value === true}>
      <Icon name={value === true ? 'check' : 'minus'} size={18} /> {value === true ? t('yes') : t('no')}
    </span>
  );
}

/** A switch. */
export function ToggleInput(props: InputProps) {
  const { value, onChange } = props;
  return (
    <Switch
      {...useFrame(props)}
      size="md"
      checked={value === true}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
  );
}
