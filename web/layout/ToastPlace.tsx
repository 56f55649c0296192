import { type ComponentType, useEffect, useState } from 'react';
import { onFirstToast } from '#web/lib/toast.ts';
import { useSoon } from '#web/ui/later.tsx';

const AGAIN = 2000;
const load = async () => (await import('./Toasts.tsx')).Toasts;

/** Keeps a place for toasts, whose code loads with the first of them or some seconds after the page. */
export function ToastPlace() {
  const [Toasts, setToasts] = useState<ComponentType>();
  useSoon(load);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    // a message must not get lost with a connection
    const open = () =>
      void load().then(
        (loaded) => setToasts(() => loaded),
        () => {
          timer = setTimeout(open, AGAIN);
        },
      );
    const forget = onFirstToast(open);
    return () => {
      forget();
      clearTimeout(timer);
    };
  }, []);
  return Toasts && <Toasts />;
}
