import { Button, Group, Stack, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { MoveButtons } from '#web/ui/MoveButtons.tsx';
import { mergeOrder, moveTo } from '#web/ui/order.ts';
import { Announcement } from '#web/ui/states.tsx';
import { useDragOrder } from '#web/ui/useDragOrder.ts';
import { ConflictAlert } from './ConflictAlert.tsx';
import classes from './SortDialog.module.css';

/** One entry of an order. */
export type SortItem = { id: string; name: string; hint?: string | undefined };

type Props = {
  title: string;
  text: string;
  items: SortItem[];
  busy: boolean;
  /** Somebody else changed what is sorted here; `onReload` brings the present entries. */
  isStale: boolean;
  onReload: () => void;
  onSave: (ids: string[]) => void;
  onClose: () => void;
};

/** Puts entries in order: by dragging, with buttons, or with the arrow keys. */
export function SortDialog({ title, text, items, busy, isStale, onReload, onSave, onClose }: Props) {
  const { t } = useTranslation('contacts');
  const { t: common } = useTranslation();
  const [wanted, setWanted] = useState<string[]>([]);
  const present = items.map(({ id }) => id);
  const order = mergeOrder(wanted, present);
  return (
    <Dialog onClose={onClose} title={title} size="lg">
      <Stack gap="md">
        {isStale && <ConflictAlert onReload={onReload} />}
        <Text c="gray.6">{text}</Text>
        <Rows items={items} order={order} onOrder={setWanted} />
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

type RowsProps = { items: SortItem[]; order: string[]; onOrder: (order: string[]) => void };

function Rows({ items, order, onOrder }: RowsProps) {
  const { t } = useTranslation();
  const list = useRef<HTMLOListElement>(null);
  const [said, say] = useState('');
  const byId = new Map(items.map((item) => [item.id, item]));
  const move = (id: string, place: number) => {
    const after = moveTo(order, id, place);
    if (after.join() === order.join()) return;
    onOrder(after);
    say(t('sort.moved', { name: byId.get(id)?.name, place: after.indexOf(id) + 1, count: after.length }));
  };
  const { dragged, start } = useDragOrder(list, move);
  return (
    <>
      <ol className={classes['rows']} ref={list}>
        {order.map((id, at) => (
          <li key={id} className={classes['row']} data-id={id} data-dragged={id === dragged || undefined}>
            <span
              className={classes['handle']}
              onPointerDown={(event) => {
                event.preventDefault();
                start(id);
              }}
              aria-hidden="true"
            >
              <Icon name="drag" />
            </span>
            <span className={classes['place']}>{at + 1}</span>
            <span className={classes['name']}>
              {byId.get(id)?.name}
              <small>{byId.get(id)?.hint}</small>
            </span>
            <MoveButtons
              name={byId.get(id)!.name}
              at={at}
              last={order.length - 1}
              onMove={(place) => move(id, place)}
            />
          </li>
        ))}
      </ol>
      <Announcement>{said}</Announcement>
    </>
  );
}
