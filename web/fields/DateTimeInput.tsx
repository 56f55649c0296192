import 'dayjs/locale/de';
import 'dayjs/locale/en-gb';
import { DateTimePicker } from '@mantine/dates';
import { useTranslation } from 'react-i18next';
import { useSystem } from '#web/lib/system.tsx';
import { fromLocalInput, toLocalInput } from '#web/lib/zoned.ts';
import { type InputProps, useFrame } from './input.ts';

/** A moment to choose, in the installation's time zone and the interface's language. */
export function DateTimeInput(props: InputProps) {
  const { value, onChange } = props;
  const { t, i18n } = useTranslation('fields');
  const { timeZone } = useSystem();
  const isEnglish = i18n.language === 'en';
  return (
    <DateTimePicker
      {...useFrame(props)}
      locale={isEnglish ? 'en-gb' : 'de'}
      firstDayOfWeek={1}
      valueFormat={isEnglish ? 'DD/MM/YYYY HH:mm' : 'DD.MM.YYYY HH:mm'}
      value={typeof value === 'string' ? `${toLocalInput(value, timeZone).replace('T', ' ')}:00` : null}
      onChange={(chosen) => onChange(chosen && fromLocalInput(chosen.slice(0, 16).replace(' ', 'T'), timeZone))}
      clearable
      clearButtonProps={{ 'aria-label': t('dateTime.clear') }}
      submitButtonProps={{ 'aria-label': t('dateTime.choose') }}
      timePickerProps={{
        'aria-label': t('dateTime.time'),
        hoursInputLabel: t('dateTime.hours'),
        minutesInputLabel: t('dateTime.minutes'),
      }}
      ariaLabels={{ nextMonth: t('dateTime.nextMonth'), previousMonth: t('dateTime.previousMonth') }}
      popoverProps={{ withinPortal: false }}
    />
  );
}
