import { type RefObject, useEffect, useRef, useState } from 'react';
import { useClient } from 'urql';
import { mutationsEnded } from '#web/lib/tab/pending-mutations.ts';
import { apiErrorToast } from '#web/lib/toasts.ts';
import type { ReportDetails } from '#web/reports/queries.ts';
import { PreflightQuery, SeenQuery } from './queries.ts';

/** Whether the figures of the last question are asked for, are new, or could not be had. */
export type LastCheck = 'checking' | 'checked' | 'failed';

type Question = {
  state: LastCheck;
  /** The mark of the drafts that were looked over; null where the page has not heard yet of what was changed on it. */
  seen: string | null;
  /** Whether the page has shown them. */
  isShown: boolean;
};

type Page = {
  report: ReportDetails;
  /** The marks of what else the page shows of the drafts, as far as it shows it. */
  parts: readonly (string | undefined)[];
  /** They are others than those that were looked over: all is fetched anew. */
  onOthers: () => void;
};

/** Something that was changed here, of which the page hears a little later. */
type OwnChange = {
  heard: Promise<string | undefined>;
  /** What the page showed then and since. */
  shown: string[];
  isAnswered: boolean;
  seen: string | undefined;
};

/** Whether the page may still show what was before it. */
const isPending = ({ isAnswered, shown: [from] }: OwnChange, shown: string): boolean => !isAnswered || from === shown;

/**
 * Forgets it once the page has shown it and shows something else, which is of others. Until then a part of the page that is late
 * is late because of it.
 */
function forgetShown(own: RefObject<OwnChange | null>): void {
  const { seen, shown } = own.current ?? {};
  if (seen !== undefined && shown?.includes(seen) && shown.at(-1) !== seen) own.current = null;
}

/** The newest own change of each report, also of a visit before: it may be stored only when its page has been left. */
const ownChanges = new Map<string, RefObject<OwnChange | null>>();

function ownChangeOf(report: string): RefObject<OwnChange | null> {
  const known = ownChanges.get(report) ?? { current: null };
  ownChanges.set(report, known);
  return known;
}

/** What is found where the page has not heard what became of an own change. */
const unknown = { seen: null, now: null, isFine: true };

const PATIENCE = 400;
const LONGEST = 3000;
const fresh = { requestPolicy: 'network-only' } as const;

const within = <T>(answer: Promise<T>): Promise<T | null> =>
  Promise.race([answer, new Promise<null>((resolve) => setTimeout(() => resolve(null), LONGEST))]);

/**
 * Asks once more whom a report reaches before somebody is asked whether it shall go: lists, duties and absences change while a
 * draft lies. The question opens with what was answered, or waits for it in sight; not at all when something is in the way now,
 * or when the drafts are others than the page shows. It is about what the page showed, whatever the page hears meanwhile.
 */
export function useLastCheck({ report, parts, onOthers }: Page) {
  const client = useClient();
  const [question, setQuestion] = useState<Question>();
  const [isChanged, setChanged] = useState(false);
  const turn = useRef(0);
  const own = ownChangeOf(report.id);
  const told = useRef<string>(null); // the mark of what was told and fetched, as far as it is known
  const close = () => {
    turn.current += 1;
    setQuestion(undefined);
  };
  /** Something was changed here: what the drafts are then is asked for apart, since the page hears of it when it hears. */
  const noteOwn = () => {
    const before = own.current?.heard;
    const ask = async () => {
      await before; // what is being asked already may be answered as it was before
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
  /** Says that others changed the drafts, and that they are to be looked over again. */
  const tellOthers = (now: string | null = null) => {
    told.current = now;
    own.current = null; // all is fetched anew
    setChanged(true);
    close();
    onOthers();
  };
  /** The mark of what was looked over, as far as that is known, and what would happen now, as far as that could be had. */
  const look = async (shown: string, change: OwnChange | null) => {
    const pending = change && isPending(change, shown) ? change : null;
    const heard = pending ? await within(pending.heard) : shown;
    if (!heard) return unknown; // what a colleague stored since would count as seen
    const answer = await within(client.query(PreflightQuery, { report: report.id }, fresh).toPromise());
    if (!answer?.data || answer.error) return { seen: heard, now: null, isFine: true };
    const now = answer.data.preflightReport;
    // the page hears of an own change in this moment, perhaps after older news
    const isOwn = pending !== null || change?.seen === now.seen;
    const seen = change?.seen === now.seen ? now.seen : heard;
    // what was told and fetched since is what is looked at, also where a part of the page is late or could not be had
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
    // a switch that was tapped just before belongs to it
    const isStored = await within(mutationsEnded().then(() => true));
    const change = own.current;
    let found = isStored ? await look(shown, change) : unknown;
    // an answer that was on its way already may be older than the page, and an own change may be answered only now
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
  // what was changed here the page may show a moment after the question
  if (question && !question.isShown && question.seen === report.seen) setQuestion({ ...question, isShown: true });
  const isStirred = question?.isShown === true && question.seen !== report.seen;
  return { question, isStirred, isChanged, open, close, noteOwn, tellOthers };
}
