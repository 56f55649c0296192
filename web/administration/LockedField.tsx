import { Input } from '@mantine/core';
import type { ComponentType } from 'react';
import type { Field } from '#shared/administration/entity.ts';
import { Cell } from '#web/fields/Cell.tsx';
import type { CellProps } from '#web/fields/cell.ts';
import { useLabel } from '#web/lib/label.ts';
import { Icon } from '#web/ui/Icon.tsx';
import classes from './form.module.css';

type Props = CellProps<Field> & { Kind?: ComponentType<CellProps> | undefined; reason: string };

/** A read-only field with the reason. */
export function LockedField({ Kind = Cell, reason, ...cell }: Props) {
  return (
    <Input.Wrapper label={useLabel()(cell.field.label)} description={reason} labelElement="div">
      <div className={classes['locked']}>
        <Icon name="lock" size={18} />
        <Kind {...cell} full />
      </div>
    </Input.Wrapper>
  );
}
