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
import { toast } from 'react-toastify/unstyled';

const BUSY = 'print-busy';
const SLOW = 400; // what takes less needs no words

type Paper = {
  /** Whether somebody waits for all of each list to be drawn. */
  isWanted: boolean;
  isBusy: boolean;
  start: () => void;
  /** Notes whether a list is drawn as a whole, as far as it can be had. */
  note: (list: string, isWhole: boolean) => void;
};

const Context = createContext<Paper>({ isWanted: false, isBusy: false, start: () => print(), note: () => {} });

/** Prints what stands below it, by its button or the keys of the browser, but not before each of its lists is drawn as a whole. */
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
    // some browsers make the sheet only after print() has returned: what is drawn stays until they say it is done
    const done = () => setWanted(false);
    addEventListener('afterprint', done);
    return () => removeEventListener('afterprint', done);
  }, []);
  useEffect(() => {
    if (!isReady) return;
    const begin = setTimeout(() => print()); // the head of the sheet is drawn by it, which an effect cannot wait for
    return () => clearTimeout(begin);
  }, [isReady]);
  const start = () => {
    if (isReady) print();
    setWanted(true);
  };
  const isBusy = isWanted && !isReady;
  const whole = (event: KeyboardEvent) => {
    if (isBusy && !event.repeat) return; // pressed again, what is there is printed: what is missing may not come
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

/** Prints the page with its lists as a whole; busy until they are drawn. */
export function usePrint(): Pick<Paper, 'start' | 'isBusy'> {
  return use(Context);
}

/** Says of a list whether it is drawn as a whole; answers whether it shall be. */
export function useOnPaper(isWhole: boolean): boolean {
  const list = useId();
  const { isWanted, note } = use(Context);
  useEffect(() => {
    note(list, isWhole);
  }, [note, list, isWhole]);
  useEffect(() => () => note(list, true), [note, list]);
  return isWanted;
}

/** Whether what is folded away is to be drawn now, for paper, with what has to be fetched for it; the sheet waits until it is. */
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
  // the browser draws the sheet as soon as this returns
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
 * Returns whether folded content must be drawn now: as `useFetchedForPaper`, and while the browser prints by its own command, which
 * doesn't wait. Content that this draws knows it too, so folded parts inside folded parts open at once.
 */
export function useUnfolded(): boolean {
  const isWanted = useFetchedForPaper();
  const prints = useSyncExternalStore(subscribeToPrinting, () => isPrinting);
  return isWanted || prints;
}
