import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { cssTransition, ToastContainer, toast } from 'react-toastify/unstyled';
import { Icon } from '#web/ui/Icon.tsx';

// toasts fade instead of bouncing: calm for everyone, and fit for those who asked for less motion
const fade = cssTransition({ enter: 'toast-enter', exit: 'toast-exit' });
// the library's own say nothing and are not hidden either
const signs = { info: 'info', success: 'checkCircle', warning: 'event', error: 'crossCircle' } as const;
const LOOK_EVERY = 250;
const GAP = 8;

/** Where short messages come up: at the bottom right, above what must stay at hand there. */
export function Toasts() {
  const { t } = useTranslation();
  useEffect(keepClear, []);
  return (
    <ToastContainer
      position="bottom-right"
      autoClose={5000}
      hideProgressBar={false}
      closeOnClick
      pauseOnHover
      draggable={false}
      theme="colored"
      transition={fade}
      // the library's own is called "close" in every language
      closeButton={({ closeToast }) => (
        <button type="button" className="Toastify__close-button" aria-label={t('close')} onClick={closeToast}>
          <Icon name="close" size={18} />
        </button>
      )}
      icon={({ type }) => (type === 'default' ? null : <Icon name={signs[type]} size={20} />)}
    />
  );
}

/**
 * Lifts the toasts, while there are any, above what counts down and the last button of a dialog (global.css); what only told of something
 * done waits, unseen, until a dialog that was opened after it is closed.
 */
function keepClear(): () => void {
  const { style } = document.documentElement;
  const aside = new Aside();
  let timer: ReturnType<typeof setInterval> | undefined;
  const stop = () => {
    clearInterval(timer);
    timer = undefined;
    style.removeProperty('--toast-lift');
  };
  const look = () => {
    const toasts = document.querySelector('.Toastify__toast')?.parentElement;
    if (!toasts) return stop();
    aside.look();
    style.removeProperty('--toast-lift'); // measured where nothing lifts them
    const lift = liftOver(inSight(toasts), atHand());
    if (lift > 0) style.setProperty('--toast-lift', `${lift}px`);
  };
  const forget = toast.onChange(({ status }) => {
    if (status !== 'added') return;
    requestAnimationFrame(look);
    timer ??= setInterval(look, LOOK_EVERY);
  });
  return () => {
    forget();
    stop();
  };
}

const openDialogs = () => document.querySelectorAll('[aria-modal="true"]');

/** The toasts that tell of something done; what warns or failed may never be missed. */
const doneToasts = () => document.querySelectorAll<HTMLElement>('.Toastify__toast--success, .Toastify__toast--info');

/** Keeps apart what was told before a dialog, whose question it must not cover, from what the dialog itself tells. */
class Aside {
  /** Ids of those that were seen without a dialog. */
  #before = new Set<string>();

  look(): void {
    const isAsking = openDialogs().length > 0;
    const toasts = [...doneToasts()];
    if (!isAsking) this.#before = new Set(toasts.map(({ id }) => id));
    for (const one of toasts) {
      const isAside = isAsking && this.#before.has(one.id);
      const wasAside = 'aside' in one.dataset;
      if (isAside) {
        one.dataset['aside'] = '';
        toast.pause({ id: one.id }); // each time: a window that comes to the front lets it go on
      } else if (wasAside) {
        delete one.dataset['aside'];
        toast.play({ id: one.id });
      }
    }
  }
}

/** Where the toasts stand that are seen: those that wait keep their place, but cover nothing. */
function inSight(toasts: HTMLElement): DOMRect {
  const { left, right, bottom } = toasts.getBoundingClientRect();
  const seen = [...toasts.querySelectorAll<HTMLElement>('.Toastify__toast:not([data-aside])')];
  const top = Math.min(bottom, ...seen.map((one) => one.getBoundingClientRect().top));
  return new DOMRect(left, top, right - left, bottom - top);
}

/** What nobody may have to wait for, the lowest first. */
function atHand(): DOMRect[] {
  const dialogs = [...openDialogs()];
  const last = dialogs.flatMap((dialog) => [...dialog.querySelectorAll('button')].slice(-1));
  return [...document.querySelectorAll('[data-at-hand]'), ...last]
    .map((one) => one.getBoundingClientRect())
    .filter(({ height }) => height > 0)
    .toSorted((a, b) => b.bottom - a.bottom);
}

/** How far above the lower edge the toasts begin so as to cover none of these; 0 where they cover none, or have no room there. */
function liftOver(toasts: DOMRect, kept: DOMRect[]): number {
  let lower = toasts.bottom;
  for (const { left, right, top, bottom } of kept) {
    const isBeside = right <= toasts.left || left >= toasts.right;
    if (!isBeside && top < lower && bottom > lower - toasts.height) lower = top - GAP;
  }
  const isLifted = lower < toasts.bottom && lower - toasts.height >= GAP;
  return isLifted ? window.innerHeight - lower : 0;
}
