import '@mantine/dates/styles.css';
import { DateInput } from '@mantine/dates';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { typedDay, useDateInput } from './dates.ts';

type Props = {
  name?: string;
  id?: string;
  label: ReactNode;
  description?: ReactNode;
  required?: boolean;
  /** A day as YYYY-MM-DD, empty, or what was typed and is none. */
  value: string;
  onChange: (day: string) => void;
  minDate?: string;
  maxDate?: string;
  error?: ReactNode;
};

/** A day to type or to choose from a calendar; what is typed and no day stays, for the form to say so. */
export function DayInput({ value, onChange, minDate, maxDate, ...frame }: Props) {
  const { t } = useTranslation('fields');
  const { day, common } = useDateInput();
  const chosen = typedDay(value);
  return (
    <DateInput
      {...frame}
      {...common}
      valueFormat={day}
      placeholder={t('dateTime.dayFormat')}
      // the browser's own reading takes 1.4. for the 4th of January
      dateParser={typedDay}
      fixOnBlur={chosen !== null || value === ''}
      value={chosen}
      onChange={(next) => onChange(next ?? '')}
      onInput={({ currentTarget }) => onChange(typedDay(currentTarget.value) ?? currentTarget.value.trim())}
      {...(minDate && { minDate })}
      {...(maxDate && { maxDate })}
      autoComplete="off"
    />
  );
}
