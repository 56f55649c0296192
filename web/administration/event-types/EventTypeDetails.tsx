import { Stack } from '@mantine/core';
import type { EntityRow } from '#web/fields/frame.ts';
import { EventTypeChecklist } from './EventTypeChecklist.tsx';
import { EventTypeTexts } from './EventTypeTexts.tsx';

/** Below an event type's form: its checklist and its prepared texts. */
export const EventTypeDetails = ({ row }: { row: EntityRow }) => (
  <Stack gap="lg">
    <EventTypeChecklist row={row} />
    <EventTypeTexts row={row} />
  </Stack>
);
