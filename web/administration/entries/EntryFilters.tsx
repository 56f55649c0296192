import { Button, NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DayInput } from '#web/fields/DayInput.tsx';
import { typedDay } from '#web/fields/dates.ts';
import { SearchInput } from '#web/ui/SearchInput.tsx';
import classes from './entries.module.css';
import type { EveryChoice } from './entry-filter.ts';

type Props = {
  choice: EveryChoice;
  onChange: (name: keyof EveryChoice, value: string) => void;
  onClear: () => void;
  /** Describes the searched fields. */
  search: string;
  /** More filters. */
  children: ReactNode;
};

/** Filters a log by words, time and the given filters. */
export function EntryFilters({ choice, onChange, onClear, search, children }: Props) {
  const { t } = useTranslation('administration');
  const day = (name: 'from' | 'to') => (
    <DayInput
      label={t(`audit.filter.${name}`)}
      value={choice[name]}
      onChange={(chosen) => onChange(name, typedDay(chosen) ?? '')}
    />
  );
  return (
    <div className={classes['filters']}>
      <div className={classes['search']}>
        <SearchInput value={choice.search} onSearch={(value) => onChange('search', value)} label={search} />
      </div>
      {children}
      {day('from')}
      {day('to')}
      {Object.values(choice).some(Boolean) && (
        <Button variant="subtle" className={classes['clear'] ?? ''} onClick={onClear}>
          {t('audit.filter.clear')}
        </Button>
      )}
    </div>
  );
}

type SelectProps = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  options: { value: string; label: string }[];
};

/** Selects one option or all. */
export function EntrySelect({ label, value, onChange, options }: SelectProps) {
  const { t } = useTranslation('administration');
  return (
    <NativeSelect
      label={label}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      data={[{ value: '', label: t('audit.filter.all') }, ...options]}
    />
  );
}
