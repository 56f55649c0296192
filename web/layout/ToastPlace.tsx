import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { onWaitingToasts, toast, type WaitingToast, waitingToasts } from '#web/lib/toasts/toast.ts';
import { Icon } from '#web/ui/Icon.tsx';
import classes from './ToastPlace.module.css';

// the page's own requests come first
const SOON = 2000;
// each failed load also checks the server
const AGAIN = 2000;
const MOST_ATTEMPTS = 5;
const SHOWN_FOR = 5000;
const load = async () => (await import('./Toasts.tsx')).Toasts;

/** A place for toasts, whose code loads on demand. Shows plain messages until then. */
export function ToastPlace() {
  const [Toasts, setToasts] = useState<ComponentType>();
  const [messages, setMessages] = useState<WaitingToast[]>([]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let attempts = 0;
    const open = () => {
      clearTimeout(timer);
      load().then(
        (loaded) => setToasts(() => loaded),
        () => {
          setMessages(waitingToasts());
          if (++attempts < MOST_ATTEMPTS) timer = setTimeout(open, AGAIN * 2 ** attempts);
        },
      );
    };
    timer = setTimeout(open, SOON);
    // the failed load is itself reported as a toast
    const forget = onWaitingToasts(() => (attempts > 0 ? setMessages(waitingToasts()) : open()));
    return () => {
      forget();
      clearTimeout(timer);
    };
  }, []);
  if (Toasts) return <Toasts />;
  if (!messages.length) return null;
  return (
    <div className={classes['place']}>
      {messages.map((message) => (
        <PlainToast key={message.id} {...message} />
      ))}
    </div>
  );
}

/** A message without the library of toasts. */
function PlainToast({ id, kind, content, options: { autoClose } }: WaitingToast) {
  const { t } = useTranslation();
  const close = () => toast.dismiss(id);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed text starts its time again
  useEffect(() => {
    if (autoClose === false) return;
    const timer = setTimeout(() => toast.dismiss(id), autoClose ?? SHOWN_FOR);
    return () => clearTimeout(timer);
  }, [id, content, autoClose]);
  return (
    <div
      role={kind === 'warning' || kind === 'error' ? 'alert' : 'status'}
      data-kind={kind}
      className={classes['message']}
    >
      <div>{typeof content === 'function' ? (content as Drawn)({ closeToast: close }) : content}</div>
      <button type="button" aria-label={t('close')} className={classes['close']} onClick={close}>
        <Icon name="close" size={18} />
      </button>
    </div>
  );
}

/** The part of a toast's props that the application's messages use. */
type Drawn = (props: { closeToast: () => void }) => ReactNode;
