import { Checkbox, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import type { CellProps } from './cell.ts';
import classes from './fields.module.css';
import { type FieldOf, type InputProps, useFrame } from './frame.ts';
import { optionsIn } from './SelectField.tsx';
import { useWords } from './useWords.ts';

/** The selected options in words. */
export function SelectManyCell({ field, value }: CellProps<FieldOf<'selectMany'>>) {
  const words = useWords();
  return (
    <span className={classes['badges']}>
      {(value as string[]).map((option) => (
        <StatusBadge key={option} tone="neutral">
          {words(field, [option])}
        </StatusBadge>
      ))}
    </span>
  );
}

/** Selects any number of options, all visible. */
export function SelectManyInput(props: InputProps<FieldOf<'selectMany'>>) {
  const { value, onChange, field } = props;
  const { i18n } = useTranslation();
  const { name: _name, ...frame } = useFrame(props);
  return (
    <Checkbox.Group {...frame} value={Array.isArray(value) ? value.map(String) : []} onChange={onChange}>
      <Stack gap="xs" mt="xs">
        {optionsIn(field, i18n.language).map((option) => (
          <Checkbox key={option.value} size="md" {...option} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
