import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { EventRow } from '#web/events/queries.ts';
import type { Gone } from './choice.ts';

type Props = { events: EventRow[]; gone: Gone | undefined; value: string; onChange: (event: string) => void };

/** Chooses a new event (the empty value) or an existing one. A missing event stays selected. */
export function ChooseEvent({ events, gone, value, onChange }: Props) {
  const { t } = useTranslation('reports');
  const { t: common } = useTranslation();
  const nameOf = ({ name, mode }: EventRow) => (mode === 'LIVE' ? name : `${name} (${common(`mode.${mode}.title`)})`);
  return (
    <NativeSelect
      label={t('start.whichEvent')}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      data={[
        { value: '', label: t('start.newEvent') },
        ...(gone ? [{ value, label: gone.name ?? t('start.unknownEvent'), disabled: true }] : []),
        ...events.map((event) => ({ value: String(event._id), label: nameOf(event) })),
      ]}
    />
  );
}
