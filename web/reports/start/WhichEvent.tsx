import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ChoiceButton } from '#web/reports/ChoiceButton.tsx';
import { useTapGuard } from '#web/reports/useTapGuard.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import type { OpenEvent } from './queries.ts';
import classes from './start.module.css';
import { useEventNote } from './useEventNote.ts';

const recommended = { variant: 'filled', first: true };

type Props = {
  /** The current kind of event. */
  kind: string;
  /** Events of the same kind, and others that it may belong to. */
  events: OpenEvent[];
  isSame: (event: OpenEvent) => boolean;
  onNew: () => void;
  onBelongs: (event: OpenEvent) => void;
  /** Opens an event of the same kind, which is already alarmed for. */
  onGo: (event: OpenEvent) => void;
  onClose: () => void;
};

/**
 * Asks whether this is a new event, a running one, or part of another. The same kind comes first, because two people
 * may report one event.
 */
export function WhichEvent({ kind, events, isSame, onNew, onBelongs, onGo, onClose }: Props) {
  const { t } = useTranslation('reports');
  const noteOf = useEventNote();
  const [same, others] = [events.filter(isSame), events.filter((event) => !isSame(event))];
  const isKnown = same.length > 0;
  const isCleared = isKnown && same.every(({ allClearAt }) => allClearAt);
  // after an all-clear, a new event is as likely
  const isLikely = same.length === 1 && !isCleared;
  const isRipe = useTapGuard(events.map(({ id, allClearAt }) => `${id}${allClearAt}`).join());
  const title = isCleared ? 'start.sameCleared' : isKnown ? 'start.sameKind' : 'start.otherKind';
  return (
    <Dialog title={t(title, { kind })} isLight={isRipe} onClose={onClose}>
      <Stack gap="sm" className={isRipe ? '' : (classes['unripe'] ?? '')}>
        {same.map((event, at) => (
          <ChoiceButton
            key={event.id}
            icon="chevronRight"
            note={noteOf(event)}
            {...(isLikely ? recommended : { first: at === 0 })} // among several, none is likelier
            onClick={() => onGo(event)}
          >
            {t(isLikely ? 'start.goToOne' : 'start.goTo', { name: event.name })}
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
