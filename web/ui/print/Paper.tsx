import { useHotkeys } from '@mantine/hooks';
import {
  createContext,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useId,
  useState,
  useSyncExternalStore,
} from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { toast } from '#web/lib/toasts/toast.ts';

const BUSY = 'print-busy';
const SLOW = 400; // milliseconds; faster preparation needs no message

type Paper = {
  /** Whether all lists must draw completely. */
  isWanted: boolean;
  isBusy: boolean;
  start: () => void;
  /** Records whether a list is completely drawn. */
  note: (list: string, isWhole: boolean) => void;
};

const Context = createContext<Paper>({ isWanted: false, isBusy: false, start: () => print(), note: () => {} });

/** Prints its content once all lists are drawn. */
export function PaperProvider({ children }: { children: ReactNode }) {
  const [isWanted, setWanted] = useState(false);
  const [partial, setPartial] = useState<ReadonlySet<string>>(new Set());
  const note = useCallback((list: string, isWhole: boolean) => {
    setPartial((before) => {
      if (before.has(list) === !isWhole) return before;
      const after = new Set(before);
      if (isWhole) after.delete(list);
      else after.add(list);
      return after;
    });
  }, []);
  const isReady = isWanted && partial.size === 0;
  useEffect(() => {
    // some browsers build the sheet after print() returns
    const done = () => setWanted(false);
    addEventListener('afterprint', done);
    return () => removeEventListener('afterprint', done);
  }, []);
  useEffect(() => {
    if (!isReady) return;
    const begin = setTimeout(() => print()); // draws the sheet's head, which an effect can't wait for
    return () => clearTimeout(begin);
  }, [isReady]);
  const start = () => {
    if (isReady) print();
    setWanted(true);
  };
  const isBusy = isWanted && !isReady;
  const whole = (event: KeyboardEvent) => {
    if (isBusy && !event.repeat) return; // a second press prints the present content, because the rest may never load
    event.preventDefault();
    if (!event.repeat) start();
  };
  useHotkeys([['mod+P', whole, { preventDefault: false }]], []);
  const { t } = useTranslation();
  useEffect(() => {
    if (!isBusy) return;
    const tell = setTimeout(() => toast.info(t('print.busy'), { toastId: BUSY, autoClose: false }), SLOW);
    return () => {
      clearTimeout(tell);
      toast.dismiss(BUSY);
    };
  }, [isBusy, t]);
  return <Context value={{ isWanted, isBusy, start, note }}>{children}</Context>;
}

export function usePrint(): Pick<Paper, 'start' | 'isBusy'> {
  return use(Context);
}

/** Records whether a list is drawn; returns whether it must be. */
export function useOnPaper(isWhole: boolean): boolean {
  const list = useId();
  const { isWanted, note } = use(Context);
  useEffect(() => {
    note(list, isWhole);
  }, [note, list, isWhole]);
  useEffect(() => () => note(list, true), [note, list]);
  return isWanted;
}

/** Returns whether to draw collapsed content for paper; printing waits for it. */
export function useFetchedForPaper(): boolean {
  const [isDrawn, setDrawn] = useState(false);
  const isWanted = useOnPaper(isDrawn);
  useEffect(() => setDrawn(isWanted), [isWanted]);
  return isWanted;
}

let isPrinting = false;
const printListeners = new Set<() => void>();

function setPrinting({ type }: Event): void {
  isPrinting = type === 'beforeprint';
  // the browser prints as soon as this returns
  flushSync(() => {
    for (const listener of printListeners) listener();
  });
}

addEventListener('beforeprint', setPrinting);
addEventListener('afterprint', setPrinting);

function subscribeToPrinting(listener: () => void): () => void {
  printListeners.add(listener);
  return () => void printListeners.delete(listener);
}

/**
 * Returns whether folded content must be drawn now, also while the browser prints by its own command. Nested content
 * inherits this.
 */
export function useUnfolded(): boolean {
  const isWanted = useFetchedForPaper();
  const prints = useSyncExternalStore(subscribeToPrinting, () => isPrinting);
  return isWanted || prints;
}
