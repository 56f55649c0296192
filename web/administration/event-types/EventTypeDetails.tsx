import { Stack } from '@mantine/core';
import type { EntityRow } from '#web/fields/frame.ts';
import { EventTypeChecklist } from './EventTypeChecklist.tsx';
import { EventTypeTexts } from './EventTypeTexts.tsx';

/** Below an event type's form: what is to be done when one begins, and the texts that are prepared for it. */
export const EventTypeDetails = ({ row }: { row: EntityRow }) => (
  <Stack gap="lg">
    <EventTypeChecklist row={row} />
    <EventTypeTexts row={row} />
  </Stack>
);
