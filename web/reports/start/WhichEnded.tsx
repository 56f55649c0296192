import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ChoiceButton } from '#web/reports/ChoiceButton.tsx';
import { useTapGuard } from '#web/reports/useTapGuard.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import type { OpenEvent } from './queries.ts';
import classes from './start.module.css';
import { useEventNote } from './useEventNote.ts';

type Props = { events: OpenEvent[]; onChoose: (event: OpenEvent) => void; onClose: () => void };

/** Asks which event an all-clear is for, live ones first. */
export function WhichEnded({ events, onChoose, onClose }: Props) {
  const { t } = useTranslation('reports');
  const { t: common } = useTranslation();
  const noteOf = useEventNote();
  const isRipe = useTapGuard(events.map(({ id, allClearAt }) => `${id}${allClearAt}`).join());
  const isLive = ({ mode }: OpenEvent) => mode === 'LIVE';
  return (
    <Dialog title={t('start.whichEnded')} isLight={isRipe} onClose={onClose}>
      <Stack gap="sm" className={isRipe ? '' : (classes['unripe'] ?? '')}>
        {[...events.filter(isLive), ...events.filter((event) => !isLive(event))].map((event, at) => (
          <ChoiceButton
            key={event.id}
            icon={isLive(event) ? 'event' : 'exercise'}
            note={noteOf(event)}
            first={at === 0}
            onClick={() => onChoose(event)}
          >
            {isLive(event) ? event.name : `${event.name} (${common(`mode.${event.mode}.title`)})`}
          </ChoiceButton>
        ))}
      </Stack>
    </Dialog>
  );
}
