import { useRef, useState } from 'react';
import { useClient } from 'urql';
import { mutationsEnded } from '#web/lib/tab/pending-mutations.ts';
import { apiErrorToast } from '#web/lib/toasts.ts';
import type { ReportDetails } from '#web/reports/queries.ts';
import { checkAgain, type Found, unknown, within } from './check-again.ts';
import { useOwnChange } from './useOwnChange.ts';

export type LastCheck = 'checking' | 'checked' | 'failed';

type Question = {
  state: LastCheck;
  /** The reviewed drafts' mark; null until a change is received. */
  seen: string | null;
  /** Whether the page has shown this revision. */
  isShown: boolean;
};

type Page = {
  report: ReportDetails;
  /** The marks of the other parts. */
  parts: readonly (string | undefined)[];
  /** Reloads everything if the drafts differ. */
  onOthers: () => void;
};

const PATIENCE = 400;

/**
 * Repeats the preflight before the confirmation, because lists, duties and absences change. The dialog doesn't open
 * with an obstacle or if the drafts differ from the page. The confirmation covers the drafts shown at that time.
 */
export function useLastCheck({ report, parts, onOthers }: Page) {
  const client = useClient();
  const [question, setQuestion] = useState<Question>();
  const [isChanged, setChanged] = useState(false);
  const turn = useRef(0);
  const { own, noteOwn } = useOwnChange(report);
  const received = useRef<string>(null); // the mark of the latest received data, if known
  const close = () => {
    turn.current += 1;
    setQuestion(undefined);
  };
  /** Makes the user review drafts changed by others. */
  const tellOthers = (now: string | null = null) => {
    received.current = now;
    own.current = null; // everything is reloaded
    setChanged(true);
    close();
    onOthers();
  };
  const check = async (shown: string): Promise<Found> => {
    // includes a switch tapped just before
    const isStored = await within(mutationsEnded().then(() => true));
    const change = own.current;
    const look = (of: typeof change) =>
      checkAgain(client, { report: report.id, shown, parts, received: received.current }, of);
    const found = isStored ? await look(change) : unknown;
    // an earlier response may be older than the page
    return found.isFine ? found : look(own.current ?? change);
  };
  const open = async () => {
    if (question) return;
    turn.current += 1;
    const mine = turn.current;
    const ask = (state: LastCheck, seen: string | null) => {
      if (turn.current === mine) setQuestion({ state, seen, isShown: false });
    };
    const slow = setTimeout(() => ask('checking', null), PATIENCE);
    const { seen, now, isFine } = await check(report.seen);
    clearTimeout(slow);
    if (turn.current !== mine) return;
    if (!now) return ask('failed', seen);
    if (!isFine) {
      apiErrorToast('error_report_changed');
      return tellOthers(now.seen);
    }
    received.current = null;
    setChanged(false);
    if (now.blockers.length > 0) return close();
    ask('checked', seen);
  };
  // the page may show an own change after the dialog
  if (question && !question.isShown && question.seen === report.seen) setQuestion({ ...question, isShown: true });
  const isStirred = question?.isShown === true && question.seen !== report.seen;
  return { question, isStirred, isChanged, open, close, noteOwn, tellOthers };
}
