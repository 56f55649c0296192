import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { EventRow } from '#web/events/queries.ts';
import type { Gone } from './choice.ts';

type Props = { events: EventRow[]; gone: Gone | undefined; value: string; onChange: (event: string) => void };

/** A new event, or one that is there already; the empty value stands for a new one. One that is gone stays chosen until another is. */
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
