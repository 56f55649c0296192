import { Button, Group, Text } from '@mantine/core';
import i18n from 'i18next';
import { toast } from '#web/lib/toasts/toast.ts';

/** Confirms an action, with an undo button. Returns a function that withdraws it. */
export function undoToast(text: string, undo: () => void): () => void {
  let isUsed = false; // the button stays while the message fades
  const id = toast.success(
    ({ closeToast }) => (
      <Group gap="sm" justify="space-between" wrap="nowrap">
        <Text inherit>{text}</Text>
        <Button
          variant="white"
          color="dark"
          size="compact-md"
          style={{ flexShrink: 0 }}
          onClick={() => {
            if (isUsed) return;
            isUsed = true;
            closeToast();
            undo();
          }}
        >
          {i18n.t('common:undo')}
        </Button>
      </Group>
    ),
    { autoClose: 10_000, closeOnClick: false },
  );
  return () => toast.dismiss(id);
}
