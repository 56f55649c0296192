/** Marks a control that starts or widens an alarm, for `watchShifts`. */
export const guarded = { 'data-guarded': '' } as const;

const MOVED = 'data-moved';
const REST = 400;
const TOLERANCE = 3; // pixels

type Place = { left: number; top: number; pageTop: number };
const places = new WeakMap<Element, Place>();
const timers = new WeakMap<Element, ReturnType<typeof setTimeout>>();

/**
 * Ignores taps on guarded controls for 400 ms after they moved, because they were meant for other content. Keys always
 * work. Scrolling isn't a move.
 */
export function watchShifts(): void {
  let frame = 0;
  const look = () => {
    if (frame) return;
    frame = requestAnimationFrame(() => {
      frame = 0;
      for (const control of document.querySelectorAll('[data-guarded]')) notePlace(control);
    });
  };
  new MutationObserver(look).observe(document.body, { childList: true, characterData: true, subtree: true });
  new ResizeObserver(look).observe(document.body);
}

function notePlace(control: Element): void {
  const { left, top, width } = control.getBoundingClientRect();
  if (width === 0) return;
  const now = { left, top, pageTop: top + scrollY };
  const before = places.get(control);
  places.set(control, now);
  if (!before || hasMoved(before, now)) hold(control);
}

/** Compares the place on the page, for sticky controls on the screen. */
const hasMoved = (before: Place, now: Place): boolean =>
  Math.abs(now.left - before.left) > TOLERANCE ||
  Math.min(Math.abs(now.top - before.top), Math.abs(now.pageTop - before.pageTop)) > TOLERANCE;

function hold(control: Element): void {
  clearTimeout(timers.get(control));
  control.setAttribute(MOVED, '');
  timers.set(
    control,
    setTimeout(() => control.removeAttribute(MOVED), REST),
  );
}
