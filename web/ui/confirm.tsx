import { createContext, type ReactNode, Suspense, use, useCallback, useEffect, useEffectEvent, useState } from 'react';
import type { createHashRouter } from 'react-router';
import type { ConfirmProps, ConfirmQuestion } from './ConfirmDialog.tsx';
import { lazyWithFallback, usePrefetch } from './lazy-with-fallback.tsx';

type Asked = ConfirmQuestion & { answer: (yes: boolean) => void };

const load = async () => (await import('./ConfirmDialog.tsx')).ConfirmDialog;
const Dialog = lazyWithFallback(load, PlainQuestion);

/** Replaces the dialog if it can't be loaded. */
function PlainQuestion({ question, opened, onAnswer }: ConfirmProps) {
  useEffect(() => {
    if (opened) onAnswer(window.confirm(question.title));
  }, [opened, question, onAnswer]);
  return null;
}

const Context = createContext<((question: ConfirmQuestion) => Promise<boolean>) | null>(null);

type Props = { router: Pick<ReturnType<typeof createHashRouter>, 'state' | 'subscribe'>; children: ReactNode };

/** Provides `useConfirm`. Leaving the page answers no. */
export function ConfirmProvider({ router, children }: Props) {
  const [asked, setAsked] = useState<Asked>();
  const [opened, setOpened] = useState(false);
  const confirm = useCallback(
    (question: ConfirmQuestion) =>
      new Promise<boolean>((resolve) => {
        setAsked({ ...question, answer: resolve });
        setOpened(true);
      }),
    [],
  );
  usePrefetch(load);
  const answer = (yes: boolean) => {
    setOpened(false);
    asked?.answer(yes);
  };
  const leave = useEffectEvent(() => answer(false));
  useEffect(() => {
    let here = placeOf(router);
    return router.subscribe(() => {
      const there = placeOf(router);
      if (there !== here) leave();
      here = there;
    });
  }, [router]);
  return (
    <Context value={confirm}>
      {children}
      {asked && (
        <Suspense fallback={null}>
          <Dialog question={asked} opened={opened} onAnswer={answer} />
        </Suspense>
      )}
    </Context>
  );
}

// the current page, not the waiting navigation's destination
const placeOf = ({ state: { location } }: Props['router']): string => location.pathname + location.search;

/** Asks a yes-or-no question: `if (await confirm({ title, text, danger: true })) …`. */
export function useConfirm(): (question: ConfirmQuestion) => Promise<boolean> {
  const confirm = use(Context);
  if (!confirm) throw new Error('useConfirm is used outside of ConfirmProvider');
  return confirm;
}
