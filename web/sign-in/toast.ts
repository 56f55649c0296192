import { element } from './element.ts';

const shownFor = 5000;

/**
 * A toast like the application's (`web/layout/Toasts.tsx`), paused by the pointer. The form announces the same text.
 */
export interface Toast {
  whole: HTMLElement;
  show(text: string): void;
  hide(): void;
}

/** Creates an empty place for a toast. */
export function toastPlace(): Toast {
  const whole = element('div', { class: 'toast-place', 'aria-hidden': 'true' });
  let timer: ReturnType<typeof setTimeout> | undefined;
  let [from, left] = [0, shownFor];
  const hide = () => {
    clearTimeout(timer);
    whole.replaceChildren();
  };
  const run = () => {
    from = performance.now();
    timer = setTimeout(hide, left);
  };
  whole.addEventListener('click', hide);
  whole.addEventListener('mouseenter', () => {
    clearTimeout(timer);
    left -= performance.now() - from;
  });
  whole.addEventListener('mouseleave', run);
  return {
    whole,
    hide,
    show(text) {
      hide();
      whole.replaceChildren(element('p', { class: 'toast' }, text));
      left = shownFor;
      run();
    },
  };
}
