import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatTime } from '#web/lib/format.ts';
import { useSystem } from '#web/lib/system.tsx';
import { ChoiceButton } from '#web/reports/ChoiceButton.tsx';
import { DateTime } from '#web/ui/DateTime.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import type { OpenEvent } from './queries.ts';

type Props = {
  /** What happened now. */
  kind: string;
  /** Events of another kind that it may belong to. */
  events: OpenEvent[];
  onNew: () => void;
  onBelongs: (event: OpenEvent) => void;
  onClose: () => void;
};

/** Asks whether what happened is an event of its own, or belongs to one of another kind that is running. */
export function WhichEvent({ kind, events, onNew, onBelongs, onClose }: Props) {
  const { t } = useTranslation('reports');
  const { timeZone } = useSystem();
  // of several with one name the time tells which is meant
  const nameOf = ({ name, eventDate }: OpenEvent) =>
    events.filter((other) => other.name === name).length > 1 ? `${name}, ${formatTime(eventDate, timeZone)}` : name;
  return (
    <Dialog title={t('start.otherKind', { kind })} isLight onClose={onClose}>
      <Stack gap="sm">
        <ChoiceButton icon="plus" color="red" variant="filled" first onClick={onNew}>
          {t('start.asNew', { kind })}
        </ChoiceButton>
        {events.map((event) => (
          <ChoiceButton key={event.id} icon="link" onClick={() => onBelongs(event)}>
            {t('start.belongs', { name: nameOf(event) })}
          </ChoiceButton>
        ))}
        {events.length === 1 && (
          <Text c="gray.7">
            {t('start.runningSince')} <DateTime value={events[0]!.eventDate} />
          </Text>
        )}
      </Stack>
    </Dialog>
  );
}
