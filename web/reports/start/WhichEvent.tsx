import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { serverNow } from '#web/lib/clock.ts';
import { formatShort, formatTime, isSameDay } from '#web/lib/format.ts';
import { useSystem } from '#web/lib/system.tsx';
import { ChoiceButton } from '#web/reports/ChoiceButton.tsx';
import { useRipe } from '#web/reports/useRipe.ts';
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
  /** What tells which is meant, as far as its name does not: its kind, its place, and since when it runs. */
  const noteOf = ({ name, eventType, activationEventType, location, place, eventDate }: OpenEvent) => {
    const format = isSameDay(eventDate, serverNow(), timeZone) ? formatTime : formatShort;
    return [(eventType ?? activationEventType)?.name, location?.name ?? place]
      .filter((part) => part && !name.includes(part))
      .concat(t('start.since', { when: format(eventDate, timeZone) }))
      .join(' · ');
  };
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
            note={noteOf(event)}
            {...(same.length === 1 ? recommended : { first: at === 0 })} // of several nobody knows which is meant
            onClick={() => onGo(event)}
          >
            {t(same.length === 1 ? 'start.goToOne' : 'start.goTo', { name: event.name })}
          </ChoiceButton>
        ))}
        <ChoiceButton icon="plus" {...(!isKnown && { ...recommended, color: 'red' })} onClick={onNew}>
          {t(isKnown ? 'start.anotherNew' : 'start.asNew', { kind })}
        </ChoiceButton>
        {others.map((event) => (
          <ChoiceButton key={event.id} icon="link" note={noteOf(event)} onClick={() => onBelongs(event)}>
            {t('start.belongs', { name: event.name })}
          </ChoiceButton>
        ))}
      </Stack>
    </Dialog>
  );
}
