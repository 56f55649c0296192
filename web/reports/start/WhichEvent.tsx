import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatTime } from '#web/lib/format.ts';
import { useSystem } from '#web/lib/system.tsx';
import { ChoiceButton } from '#web/reports/ChoiceButton.tsx';
import { useRipe } from '#web/reports/useRipe.ts';
import { DateTime } from '#web/ui/DateTime.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import type { OpenEvent } from './queries.ts';
import classes from './start.module.css';

const recommended = { variant: 'filled', first: true };

type Props = {
  /** What happened now. */
  kind: string;
  /** Events that run: of the same kind, which it may be, and of others, which it may belong to. */
  events: OpenEvent[];
  /** Whether an event is of the same kind. */
  isSame: (event: OpenEvent) => boolean;
  onNew: () => void;
  onBelongs: (event: OpenEvent) => void;
  /** Leads to an event of the same kind, which is alarmed for already. */
  onGo: (event: OpenEvent) => void;
  onClose: () => void;
};

/**
 * Asks whether what happened is an event of its own, is one that runs already, or belongs to one of another kind. Of an event
 * of the same kind two people may be telling: that it is this one comes first then.
 */
export function WhichEvent({ kind, events, isSame, onNew, onBelongs, onGo, onClose }: Props) {
  const { t } = useTranslation('reports');
  const { timeZone } = useSystem();
  // of several with one name the time tells which is meant
  const nameOf = ({ name, eventDate }: OpenEvent) =>
    events.filter((other) => other.name === name).length > 1 ? `${name}, ${formatTime(eventDate, timeZone)}` : name;
  const [same, others] = [events.filter(isSame), events.filter((event) => !isSame(event))];
  const isKnown = same.length > 0;
  const isRipe = useRipe(events.map(({ id }) => id).join());
  return (
    <Dialog title={t(isKnown ? 'start.sameKind' : 'start.otherKind', { kind })} isLight={isRipe} onClose={onClose}>
      <Stack gap="sm" className={isRipe ? '' : (classes['unripe'] ?? '')}>
        {same.map((event, at) => (
          <ChoiceButton
            key={event.id}
            icon="chevronRight"
            {...(same.length === 1 ? recommended : { first: at === 0 })} // of several nobody knows which is meant
            onClick={() => onGo(event)}
          >
            {t(same.length === 1 ? 'start.goToOne' : 'start.goTo', { name: nameOf(event) })}
          </ChoiceButton>
        ))}
        <ChoiceButton icon="plus" {...(!isKnown && { ...recommended, color: 'red' })} onClick={onNew}>
          {t(isKnown ? 'start.anotherNew' : 'start.asNew', { kind })}
        </ChoiceButton>
        {others.map((event) => (
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
