import 'react-toastify/ReactToastify.css';
import './toasts.css';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { cssTransition, ToastContainer, toast } from 'react-toastify/unstyled';
import { showToasts } from '#web/lib/toasts/toast.ts';
import { Icon } from '#web/ui/Icon.tsx';

// fading also suits reduced motion
const fade = cssTransition({ enter: 'toast-enter', exit: 'toast-exit' });
// the library's icons aren't hidden from screen readers
const signs = { info: 'info', success: 'checkCircle', warning: 'event', error: 'crossCircle' } as const;
const LOOK_EVERY = 250;
const GAP = 8;

/** Places toasts above controls that must stay accessible. */
export function Toasts() {
  const { t } = useTranslation();
  useEffect(keepClear, []);
  useEffect(() => showToasts(toast), []);
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
      // the library's label is always English
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
 * Lifts toasts above countdowns and a dialog's last button (toasts.css). Earlier success and info toasts wait until a
 * dialog closes.
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
    style.removeProperty('--toast-lift'); // measure without a lift
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

const doneToasts = () => document.querySelectorAll<HTMLElement>('.Toastify__toast--success, .Toastify__toast--info');

/** Separates earlier toasts, which must not cover a dialog, from its own. */
class Aside {
  /** Ids of toasts from before the dialog. */
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
        toast.pause({ id: one.id }); // each time, because focusing the window resumes them
      } else if (wasAside) {
        delete one.dataset['aside'];
        toast.play({ id: one.id });
      }
    }
  }
}

function inSight(toasts: HTMLElement): DOMRect {
  const { left, right, bottom } = toasts.getBoundingClientRect();
  const seen = [...toasts.querySelectorAll<HTMLElement>('.Toastify__toast:not([data-aside])')];
  const top = Math.min(bottom, ...seen.map((one) => one.getBoundingClientRect().top));
  return new DOMRect(left, top, right - left, bottom - top);
}

/** Returns controls that must stay accessible, the lowest first. */
function atHand(): DOMRect[] {
  const dialogs = [...openDialogs()];
  const last = dialogs.flatMap((dialog) => [...dialog.querySelectorAll('button')].slice(-1));
  return [...document.querySelectorAll('[data-at-hand]'), ...last]
    .map((one) => one.getBoundingClientRect())
    .filter(({ height }) => height > 0)
    .toSorted((a, b) => b.bottom - a.bottom);
}

/** Returns the lift that keeps toasts off these controls, in pixels; 0 if there is no room. */
function liftOver(toasts: DOMRect, kept: DOMRect[]): number {
  let lower = toasts.bottom;
  for (const { left, right, top, bottom } of kept) {
    const isBeside = right <= toasts.left || left >= toasts.right;
    if (!isBeside && top < lower && bottom > lower - toasts.height) lower = top - GAP;
  }
  const isLifted = lower < toasts.bottom && lower - toasts.height >= GAP;
  return isLifted ? window.innerHeight - lower : 0;
}
