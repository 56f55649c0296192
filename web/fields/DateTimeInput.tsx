import '@mantine/dates/styles.css';
import { DateTimePicker } from '@mantine/dates';
import { useTranslation } from 'react-i18next';
import { fromLocalInput, toLocalInput } from '#shared/zoned.ts';
import { useSystem } from '#web/lib/system.tsx';
import { useDateInput } from './dates.ts';
import { type InputProps, useFrame } from './frame.ts';

/** A moment to choose, in the installation's time zone and the interface's language. */
export function DateTimeInput(props: InputProps) {
  const { value, onChange } = props;
  const { t } = useTranslation('fields');
  const { timeZone } = useSystem();
  const { day, common } = useDateInput();
  return (
    <DateTimePicker
      {...useFrame(props)}
      {...common}
      valueFormat={`${day} HH:mm`}
      value={typeof value === 'string' ? `${toLocalInput(value, timeZone).replace('T', ' ')}:00` : null}
      onChange={(chosen) => onChange(chosen && fromLocalInput(chosen.slice(0, 16).replace(' ', 'T'), timeZone))}
      submitButtonProps={{ 'aria-label': t('dateTime.choose') }}
      timePickerProps={{
        'aria-label': t('dateTime.time'),
        hoursInputLabel: t('dateTime.hours'),
        minutesInputLabel: t('dateTime.minutes'),
      }}
    />
  );
}
