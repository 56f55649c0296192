import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#web/ui/Icon.tsx';
import { Announcement } from '#web/ui/states.tsx';
import { MoveButtons } from './MoveButtons.tsx';
import classes from './SortableList.module.css';
import { useDragOrder } from './useDragOrder.ts';

type Props<Item> = {
  items: readonly Item[];
  idOf: (item: Item) => string;
  nameOf: (item: Item) => string;
  onMove: (id: string, place: number) => void;
  /** The content next to the handle. */
  children: (item: Item, at: number) => ReactNode;
  /** More buttons at the end of a row. */
  actions?: (item: Item) => ReactNode;
  /** Expanded content below a row. */
  below?: (item: Item) => ReactNode;
};

/** Rows that can be sorted by dragging, buttons or arrow keys. */
export function SortableList<Item>({ items, idOf, nameOf, onMove, children, actions, below }: Props<Item>) {
  const { t } = useTranslation();
  const list = useRef<HTMLOListElement>(null);
  const [said, say] = useState('');
  const ids = items.map(idOf);
  const move = (id: string, place: number) => {
    const to = Math.min(Math.max(place, 0), ids.length - 1);
    if (to === ids.indexOf(id)) return;
    onMove(id, to);
    say(t('sort.moved', { name: nameOf(items[ids.indexOf(id)]!), place: to + 1, count: ids.length }));
  };
  const { dragged, start } = useDragOrder(list, move);
  return (
    <>
      <ol className={classes['rows']} ref={list}>
        {items.map((item, at) => {
          const id = idOf(item);
          return (
            <li key={id} className={classes['row']} data-id={id} data-dragged={id === dragged || undefined}>
              <div className={classes['line']}>
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
                <div className={classes['content']}>{children(item, at)}</div>
                <div className={classes['actions']}>
                  <MoveButtons
                    name={nameOf(item)}
                    at={at}
                    last={items.length - 1}
                    onMove={(place) => move(id, place)}
                  />
                  {actions?.(item)}
                </div>
              </div>
              {below?.(item)}
            </li>
          );
        })}
      </ol>
      <Announcement>{said}</Announcement>
    </>
  );
}
