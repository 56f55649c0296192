import { Input } from '@mantine/core';
import type { Field } from '#shared/administration/entity.ts';
import { Cell } from '#web/fields/Cell.tsx';
import { useLabel } from '#web/lib/label.ts';
import { Icon } from '#web/ui/Icon.tsx';
import classes from './form.module.css';

type Props = { name: string; field: Field; value: unknown; reason: string };

/** A field that stays as it is, with the reason. */
export function LockedField({ name, field, value, reason }: Props) {
  return (
    <Input.Wrapper label={useLabel()(field.label)} description={reason} labelElement="div">
      <div className={classes['locked']}>
        <Icon name="lock" size={18} />
        <Cell name={name} field={field} value={value} full />
      </div>
    </Input.Wrapper>
  );
}
