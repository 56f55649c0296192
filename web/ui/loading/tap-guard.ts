/** Marks a control that starts or widens an alarm: `watchShifts` keeps taps off it for a moment after it moved. */
export const guarded = { 'data-guarded': '' } as const;

const MOVED = 'data-moved';
const REST = 400;
const TOLERANCE = 3; // pixels

type Place = { left: number; top: number; pageTop: number };
const places = new WeakMap<Element, Place>();
const timers = new WeakMap<Element, ReturnType<typeof setTimeout>>();

/**
 * Keeps taps off guarded controls for 400 ms after they appeared or were shifted, because such a tap was meant for what
 * stood there before. Keys and the focus are never held up. Scrolling is no shift.
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

/** A control that scrolls keeps its place on the page, one that sticks keeps its place on the screen. */
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
