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
  /** A day as YYYY-MM-DD, an empty text, or invalid input. */
  value: string;
  onChange: (day: string) => void;
  minDate?: string;
  maxDate?: string;
  error?: ReactNode;
};

/** A day, typed or chosen from a calendar; invalid input stays, so that the form can report it. */
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
      // the browser's parser reads 1.4. as January 4
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
