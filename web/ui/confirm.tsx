import { createContext, type ReactNode, Suspense, use, useCallback, useEffect, useState } from 'react';
import type { ConfirmProps, ConfirmQuestion } from './ConfirmDialog.tsx';
import { later, useSoon } from './later.tsx';

type Asked = ConfirmQuestion & { answer: (yes: boolean) => void };

const load = async () => (await import('./ConfirmDialog.tsx')).ConfirmDialog;
const Dialog = later(load, PlainQuestion);

/** Stands in for the dialog where it cannot be fetched. */
function PlainQuestion({ question, opened, onAnswer }: ConfirmProps) {
  useEffect(() => {
    if (opened) onAnswer(window.confirm(question.title));
  }, [opened, question, onAnswer]);
  return null;
}

const Context = createContext<((question: ConfirmQuestion) => Promise<boolean>) | null>(null);

/** Makes `useConfirm` work below it. */
export function ConfirmProvider({ children }: { children: ReactNode }) {
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
  useSoon(load);
  return (
    <Context value={confirm}>
      {children}
      {asked && (
        <Suspense fallback={null}>
          <Dialog
            question={asked}
            opened={opened}
            onAnswer={(yes) => {
              setOpened(false);
              asked.answer(yes);
            }}
          />
        </Suspense>
      )}
    </Context>
  );
}

/** Asks a yes-or-no question: `if (await confirm({ title, text, danger: true })) …`. */
export function useConfirm(): (question: ConfirmQuestion) => Promise<boolean> {
  const confirm = use(Context);
  if (!confirm) throw new Error('useConfirm is used outside of ConfirmProvider');
  return confirm;
}
