import '@mantine/dates/styles.css';
import { DateTimePicker } from '@mantine/dates';
import { useTranslation } from 'react-i18next';
import { fromLocalInput, toLocalInput } from '#shared/zoned.ts';
import { deviceZone, zoneName } from '#web/lib/format.ts';
import { useSystem } from '#web/lib/system.tsx';
import { useDateInput } from './dates.ts';
import { type InputProps, useFrame } from './frame.ts';

/** A moment in the installation's time zone, with the zone's abbreviation at that moment, in the interface's language. */
export function DateTimeInput(props: InputProps) {
  const { value, onChange } = props;
  const { t } = useTranslation('fields');
  const { timeZone } = useSystem();
  const { day, common } = useDateInput();
  const frame = useFrame(props);
  const moment = typeof value === 'string' ? value : null;
  const isElsewhere = moment !== null && toLocalInput(moment, timeZone) !== toLocalInput(moment, deviceZone());
  const elsewhere = isElsewhere ? t('dateTime.elsewhere', { zone: zoneName(moment, timeZone, 'longGeneric') }) : null;
  return (
    <DateTimePicker
      {...frame}
      description={[frame.description, elsewhere].filter(Boolean).join(' ') || undefined}
      {...common}
      valueFormat={`${day} HH:mm${moment === null ? '' : ` [${zoneName(moment, timeZone)}]`}`}
      value={moment === null ? null : `${toLocalInput(moment, timeZone).replace('T', ' ')}:00`}
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
