import { element } from './element.ts';

const shownFor = 5000;

/**
 * A toast like those of the application (`web/layout/Toasts.tsx`), in the same place and for the same time. The form keeps
 * the same words, and they are announced there.
 */
export interface Toast {
  whole: HTMLElement;
  /** Shows a text in place of the one before. */
  show(text: string): void;
  hide(): void;
}

/** Makes the place for a toast, empty at first. */
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
