import { type ComponentType, useEffect, useState } from 'react';
import { onWaitingToast, waitingTexts } from '#web/lib/toasts/toast.ts';
import classes from './ToastPlace.module.css';

// the page's own requests come first
const SOON = 2000;
const AGAIN = 2000;
const load = async () => (await import('./Toasts.tsx')).Toasts;

/**
 * Keeps a place for toasts, whose code loads with the first of them or soon after the page. Without a connection, shows the plain
 * texts until the code is there.
 */
export function ToastPlace() {
  const [Toasts, setToasts] = useState<ComponentType>();
  const [texts, setTexts] = useState<string[]>([]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const open = () => {
      clearTimeout(timer);
      load().then(
        (loaded) => setToasts(() => loaded),
        () => {
          setTexts(waitingTexts());
          timer = setTimeout(open, AGAIN);
        },
      );
    };
    timer = setTimeout(open, SOON);
    const forget = onWaitingToast(open);
    return () => {
      forget();
      clearTimeout(timer);
    };
  }, []);
  if (Toasts) return <Toasts />;
  if (!texts.length) return null;
  return (
    <div role="alert" className={classes['place']}>
      {texts.map((text) => (
        <p key={text} className={classes['text']}>
          {text}
        </p>
      ))}
    </div>
  );
}
