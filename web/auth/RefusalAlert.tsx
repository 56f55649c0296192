import { Alert } from '@mantine/core';
import { apiMessage } from '#web/lib/i18n.ts';
import type { RestRefusal } from '#web/lib/rest.ts';
import { Icon } from '#web/ui/Icon.tsx';

/** Shows above a form why it was refused, after the toast disappeared. */
export function RefusalAlert({ refusal }: { refusal: RestRefusal | undefined }) {
  if (!refusal) return null;
  return (
    <Alert color="red" variant="light" bg="red.0" c="red.9" icon={<Icon name="crossCircle" />} role="none">
      {apiMessage(refusal.message)}
    </Alert>
  );
}
