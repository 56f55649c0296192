import { DateInput } from '@mantine/dates';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useDateInput } from './dates.ts';

type Props = {
  name?: string;
  id?: string;
  label: ReactNode;
  description?: ReactNode;
  required?: boolean;
  /** A day as YYYY-MM-DD, or empty. */
  value: string;
  onChange: (day: string) => void;
  minDate?: string;
  maxDate?: string;
  error?: ReactNode;
};

/** A day to type or to choose from a calendar. */
export function DayInput({ value, onChange, minDate, maxDate, ...frame }: Props) {
  const { t } = useTranslation('fields');
  const { day, common } = useDateInput();
  return (
    <DateInput
      {...frame}
      {...common}
      valueFormat={day}
      placeholder={t('dateTime.dayFormat')}
      value={value || null}
      onChange={(chosen) => onChange(chosen ?? '')}
      {...(minDate && { minDate })}
      {...(maxDate && { maxDate })}
      autoComplete="off"
    />
  );
}
