import { type RefObject, useEffect, useEffectEvent, useState } from 'react';

/**
 * Makes rows draggable: `start` belongs to the handle, `move` receives the new place. Listens on the window, because a
 * moved row loses its pointer.
 */
export function useDragOrder(list: RefObject<HTMLElement | null>, move: (id: string, place: number) => void) {
  const [dragged, start] = useState<string>();
  const onMove = useEffectEvent(({ clientY }: PointerEvent) => {
    if (!dragged) return;
    const rows = [...(list.current?.children ?? [])] as HTMLElement[];
    const row = rows.find(({ dataset }) => dataset['id'] === dragged);
    const above = rows.filter((other) => {
      const { top, height } = other.getBoundingClientRect();
      return other !== row && clientY > top + height / 2;
    }).length;
    move(dragged, above);
    row?.scrollIntoView({ block: 'nearest' });
  });
  useEffect(() => {
    if (!dragged) return;
    const stop = () => start(undefined);
    const moved = (event: PointerEvent) => onMove(event);
    window.addEventListener('pointermove', moved);
    window.addEventListener('pointerup', stop);
    window.addEventListener('pointercancel', stop);
    return () => {
      window.removeEventListener('pointermove', moved);
      window.removeEventListener('pointerup', stop);
      window.removeEventListener('pointercancel', stop);
    };
  }, [dragged]);
  return { dragged, start };
}
