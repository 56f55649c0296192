import { Stack } from '@mantine/core';
import type { EntityRow } from '#web/fields/frame.ts';
import { EventTypeChecklist } from './EventTypeChecklist.tsx';
import { EventTypeDeadlines } from './EventTypeDeadlines.tsx';
import { EventTypeTexts } from './EventTypeTexts.tsx';

/** Below an event type's form: its checklist, its deadlines and its prepared texts. */
export const EventTypeDetails = ({ row }: { row: EntityRow }) => (
  <Stack gap="lg">
    <EventTypeChecklist row={row} />
    <EventTypeDeadlines row={row} />
    <EventTypeTexts row={row} />
  </Stack>
);
