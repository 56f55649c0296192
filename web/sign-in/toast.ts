import { element } from './element.ts';

const shownFor = 5000;

/**
 * A toast like those of the application (`web/layout/Toasts.tsx`): same place, same duration. The form displays and announces the
 * same text.
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
  const hide = () => {
    clearTimeout(timer);
    whole.replaceChildren();
  };
  const hideLater = () => {
    clearTimeout(timer);
    timer = setTimeout(hide, shownFor);
  };
  whole.addEventListener('click', hide);
  whole.addEventListener('mouseenter', () => clearTimeout(timer));
  whole.addEventListener('mouseleave', hideLater);
  return {
    whole,
    hide,
    show(text) {
      whole.replaceChildren(element('p', { class: 'toast' }, text));
      hideLater();
    },
  };
}
