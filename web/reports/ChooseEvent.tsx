import { Radio, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ModeBadge } from '#web/events/EventBadges.tsx';
import type { EventRow } from '#web/events/queries.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { useSystem } from '#web/lib/system.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import classes from './ChooseEvent.module.css';

type Props = { events: EventRow[]; value: string; onChange: (event: string) => void };

/** A new event, or one that is there already; the empty value stands for a new one. */
export function ChooseEvent({ events, value, onChange }: Props) {
  const { t } = useTranslation('reports');
  const { timeZone } = useSystem();
  return (
    <Panel>
      <Radio.Group
        value={value}
        onChange={onChange}
        label={t('start.whichEvent')}
        classNames={{ label: classes['label'] ?? '' }}
      >
        <Stack gap={4} mt="xs">
          <Radio value="" size="md" label={t('start.newEvent')} classNames={{ body: classes['option'] ?? '' }} />
          {events.map((event) => (
            <Radio
              key={event.id}
              value={String(event._id)}
              size="md"
              label={
                <span className={classes['event']}>
                  {event.name} <ModeBadge mode={event.mode} />
                </span>
              }
              description={t('start.since', { time: formatDateTime(event.eventDate, timeZone) })}
              classNames={{ body: classes['option'] ?? '', description: classes['description'] ?? '' }}
            />
          ))}
        </Stack>
      </Radio.Group>
    </Panel>
  );
}
