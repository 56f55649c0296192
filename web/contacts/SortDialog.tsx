import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '#web/ui/Dialog.tsx';
import { mergeOrder, moveTo } from '#web/ui/sortable/order.ts';
import { SortableList } from '#web/ui/sortable/SortableList.tsx';
import { ConflictAlert } from './ConflictAlert.tsx';
import classes from './SortDialog.module.css';

/** One entry to sort. */
export type SortItem = { id: string; name: string; hint?: string | undefined };

type Props = {
  title: string;
  text: string;
  items: SortItem[];
  busy: boolean;
  /** Another user changed the entries; `onReload` loads the current ones. */
  isStale: boolean;
  onReload: () => void;
  onSave: (ids: string[]) => void;
  onClose: () => void;
};

/** Sorts entries by dragging, buttons or arrow keys. */
export function SortDialog({ title, text, items, busy, isStale, onReload, onSave, onClose }: Props) {
  const { t } = useTranslation('contacts');
  const { t: common } = useTranslation();
  const [wanted, setWanted] = useState<string[]>([]);
  const present = items.map(({ id }) => id);
  const order = mergeOrder(wanted, present);
  const byId = new Map(items.map((item) => [item.id, item]));
  return (
    <Dialog onClose={onClose} title={title} size="lg">
      <Stack gap="md">
        {isStale && <ConflictAlert onReload={onReload} />}
        <Text c="gray.6">{text}</Text>
        <SortableList
          items={order.map((id) => byId.get(id)!)}
          idOf={({ id }) => id}
          nameOf={({ name }) => name}
          onMove={(id, place) => setWanted(moveTo(order, id, place))}
        >
          {({ name, hint }, at) => (
            <div className={classes['entry']}>
              <span className={classes['place']}>{at + 1}</span>
              <span className={classes['name']}>
                {name}
                <small>{hint}</small>
              </span>
            </div>
          )}
        </SortableList>
        <Group justify="flex-end" gap="sm" className={classes['foot'] ?? ''}>
          <Button variant="default" onClick={onClose}>
            {common('cancel')}
          </Button>
          <Button
            loading={busy}
            disabled={isStale}
            onClick={() => (order.join() === present.join() ? onClose() : onSave(order))}
          >
            {t('sort.save')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
