import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { onWaitingToast, waitingMessages } from '#web/lib/toasts/toast.ts';
import classes from './ToastPlace.module.css';

// the page's own requests come first
const SOON = 2000;
const AGAIN = 2000;
const load = async () => (await import('./Toasts.tsx')).Toasts;

/**
 * Keeps a place for toasts, whose code loads with the first of them or soon after the page. Shows plain messages as long as the
 * code can't be loaded.
 */
export function ToastPlace() {
  const [Toasts, setToasts] = useState<ComponentType>();
  const [messages, setMessages] = useState<[string, ReactNode][]>([]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let hasFailed = false;
    const open = () => {
      clearTimeout(timer);
      load().then(
        (loaded) => setToasts(() => loaded),
        () => {
          hasFailed = true;
          setMessages(waitingMessages());
          timer = setTimeout(open, AGAIN);
        },
      );
    };
    timer = setTimeout(open, SOON);
    // a failed load is itself reported as a toast, which must not repeat it at once
    const forget = onWaitingToast(() => (hasFailed ? setMessages(waitingMessages()) : open()));
    return () => {
      forget();
      clearTimeout(timer);
    };
  }, []);
  if (Toasts) return <Toasts />;
  if (!messages.length) return null;
  return (
    <div role="alert" className={classes['place']}>
      {messages.map(([id, message]) => (
        <div key={id} className={classes['message']}>
          {message}
        </div>
      ))}
    </div>
  );
}
