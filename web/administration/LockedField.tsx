import { Input } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Field } from '#shared/administration/entity.ts';
import { Cell } from '#web/fields/Cell.tsx';
import { useLabel } from '#web/lib/label.ts';
import { Icon } from '#web/ui/Icon.tsx';
import classes from './form.module.css';

/** A field that stays as it is in an entry the program counts on, with the reason. */
export function LockedField({ name, field, value }: { name: string; field: Field; value: unknown }) {
  const { t } = useTranslation('administration');
  return (
    <Input.Wrapper label={useLabel()(field.label)} description={t('form.locked')} labelElement="div">
      <div className={classes['locked']}>
        <Icon name="lock" size={18} />
        <Cell name={name} field={field} value={value} full />
      </div>
    </Input.Wrapper>
  );
}
