import { type RefObject, useEffect, useRef, useState } from 'react';
import { useClient } from 'urql';
import { mutationsEnded } from '#web/lib/tab/pending-mutations.ts';
import { apiErrorToast } from '#web/lib/toasts.ts';
import type { ReportDetails } from '#web/reports/queries.ts';
import { PreflightQuery, SeenQuery } from './queries.ts';

/** Whether the preflight figures are loading, new or unavailable. */
export type LastCheck = 'checking' | 'checked' | 'failed';

type Question = {
  state: LastCheck;
  /** The revision mark of the reviewed drafts; null while the page has not received a change made on it. */
  seen: string | null;
  /** Whether the page has shown this revision. */
  isShown: boolean;
};

type Page = {
  report: ReportDetails;
  /** The revision marks of the other displayed parts, as far as they are shown. */
  parts: readonly (string | undefined)[];
  /** Called if the drafts differ from the reviewed ones. Reloads everything. */
  onOthers: () => void;
};

/** A change made here, which the page receives a little later. */
type OwnChange = {
  heard: Promise<string | undefined>;
  /** The revisions that the page showed then and since. */
  shown: string[];
  isAnswered: boolean;
  seen: string | undefined;
};

/** Returns whether the page may still show an older revision than the change. */
const isPending = ({ isAnswered, shown: [from] }: OwnChange, shown: string): boolean => !isAnswered || from === shown;

/**
 * Forgets the change once the page has shown it and then shows another revision, which comes from others. Until then, the change
 * explains a part of the page that is late.
 */
function forgetShown(own: RefObject<OwnChange | null>): void {
  const { seen, shown } = own.current ?? {};
  if (seen !== undefined && shown?.includes(seen) && shown.at(-1) !== seen) own.current = null;
}

/**
 * The newest own change of each report, including earlier visits, because a change may be stored after the user left the page.
 */
const ownChanges = new Map<string, RefObject<OwnChange | null>>();

function ownChangeOf(report: string): RefObject<OwnChange | null> {
  const known = ownChanges.get(report) ?? { current: null };
  ownChanges.set(report, known);
  return known;
}

/** the result while the outcome of an own change is unknown */
const unknown = { seen: null, now: null, isFine: true };

const PATIENCE = 400;
const LONGEST = 3000;
const fresh = { requestPolicy: 'network-only' } as const;

const within = <T>(answer: Promise<T>): Promise<T | null> =>
  Promise.race([answer, new Promise<null>((resolve) => setTimeout(() => resolve(null), LONGEST))]);

/**
 * Repeats the preflight before the confirmation, because lists, duties and absences change after preparation. The dialog opens
 * with the result or shows that it is loading. It doesn't open if there is an obstacle or if the drafts differ from those on the
 * page. The confirmation covers the drafts that the page showed at that time, regardless of later updates.
 */
export function useLastCheck({ report, parts, onOthers }: Page) {
  const client = useClient();
  const [question, setQuestion] = useState<Question>();
  const [isChanged, setChanged] = useState(false);
  const turn = useRef(0);
  const own = ownChangeOf(report.id);
  const told = useRef<string>(null); // the mark of the latest received data, if known
  const close = () => {
    turn.current += 1;
    setQuestion(undefined);
  };
  /**
   * Records a change made here. The resulting revision needs a separate query, because the page receives it at an unknown time.
   */
  const noteOwn = () => {
    const before = own.current?.heard;
    const ask = async () => {
      await before; // a running query may return the earlier state
      const { data } = await client.query(SeenQuery, { report: report.id }, fresh).toPromise();
      return data?.report?.seen;
    };
    const noted: OwnChange = { heard: ask(), shown: [report.seen], isAnswered: false, seen: undefined };
    own.current = noted;
    void noted.heard.then((seen) => {
      Object.assign(noted, { isAnswered: true, seen });
      forgetShown(own);
    });
  };
  useEffect(() => {
    own.current?.shown.push(report.seen);
    forgetShown(own);
  }, [own, report.seen]);
  /** Reports that others changed the drafts, so that the user reviews them again. */
  const tellOthers = (now: string | null = null) => {
    told.current = now;
    own.current = null; // everything is reloaded
    setChanged(true);
    close();
    onOthers();
  };
  /** Returns the revision mark of the reviewed drafts, if known, and the new preflight, if available. */
  const look = async (shown: string, change: OwnChange | null) => {
    const pending = change && isPending(change, shown) ? change : null;
    const heard = pending ? await within(pending.heard) : shown;
    if (!heard) return unknown; // otherwise a colleague's later change would count as reviewed
    const answer = await within(client.query(PreflightQuery, { report: report.id }, fresh).toPromise());
    if (!answer?.data || answer.error) return { seen: heard, now: null, isFine: true };
    const now = answer.data.preflightReport;
    // the page receives an own change just now, perhaps after older updates
    const isOwn = pending !== null || change?.seen === now.seen;
    const seen = change?.seen === now.seen ? now.seen : heard;
    // data received since the review counts, even if a part of the page is late or unavailable
    const isWhole = isOwn || told.current === seen || parts.every((part) => part === undefined || part === seen);
    return { seen, now, isFine: now.seen === seen && isWhole };
  };
  const open = async () => {
    if (question) return;
    turn.current += 1;
    const mine = turn.current;
    const ask = (state: LastCheck, seen: string | null) => {
      if (turn.current === mine) setQuestion({ state, seen, isShown: false });
    };
    const shown = report.seen;
    const slow = setTimeout(() => ask('checking', null), PATIENCE);
    // includes a switch that was tapped just before
    const isStored = await within(mutationsEnded().then(() => true));
    const change = own.current;
    let found = isStored ? await look(shown, change) : unknown;
    // a response sent earlier may be older than the page, and an own change may be answered only now
    if (!found.isFine) found = await look(shown, own.current ?? change);
    clearTimeout(slow);
    if (turn.current !== mine) return;
    const { seen, now, isFine } = found;
    if (!now) return ask('failed', seen);
    if (!isFine) {
      apiErrorToast('error_report_changed');
      return tellOthers(now.seen);
    }
    told.current = null;
    setChanged(false);
    if (now.blockers.length > 0) return close();
    ask('checked', seen);
  };
  // the page may show an own change just after the dialog
  if (question && !question.isShown && question.seen === report.seen) setQuestion({ ...question, isShown: true });
  const isStirred = question?.isShown === true && question.seen !== report.seen;
  return { question, isStirred, isChanged, open, close, noteOwn, tellOthers };
}
