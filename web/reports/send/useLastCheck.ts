import { useRef, useState } from 'react';
import { useClient } from 'urql';
import { apiErrorToast } from '#web/lib/toasts.ts';
import type { ReportDetails } from '#web/reports/queries.ts';
import { PreflightQuery } from './queries.ts';

/** Whether the figures of the last question are asked for, are new, or could not be had. */
export type LastCheck = 'checking' | 'checked' | 'failed';

type Question = {
  state: LastCheck;
  /** The mark of the drafts that were looked over; null where the page has not heard yet of what was changed on it. */
  seen: string | null;
  /** What the page showed when it was asked for. */
  shown: string;
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
  heard: Promise<ReportDetails | undefined>;
  from: string;
  isAnswered: boolean;
  seen: string | undefined;
};

/** Whether the page may still show what was before it. */
const isPending = ({ isAnswered, from }: OwnChange, shown: string): boolean => !isAnswered || from === shown;

const PATIENCE = 400;
const LONGEST = 3000;

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
  const own = useRef<OwnChange>(null);
  const told = useRef<string>(null); // the mark of what was told and fetched, empty where it is not known
  const close = () => {
    turn.current += 1;
    setQuestion(undefined);
  };
  /** Something was changed here, and the page will have heard of it then. */
  const noteOwn = (heard: Promise<ReportDetails | undefined>) => {
    const noted: OwnChange = { heard, from: report.seen, isAnswered: false, seen: undefined };
    own.current = noted;
    void heard.then((now) => Object.assign(noted, { isAnswered: true, seen: now?.seen }));
  };
  /** Says that others changed the drafts, and that they are to be looked over again. */
  const tellOthers = (now = '') => {
    told.current = now;
    own.current = null; // all is fetched anew
    setChanged(true);
    close();
    onOthers();
  };
  const open = async () => {
    if (question) return;
    turn.current += 1;
    const mine = turn.current;
    const isOver = () => turn.current !== mine;
    const shown = report.seen;
    const pending = own.current && isPending(own.current, shown) ? own.current : null;
    let seen: string | null = pending ? null : shown;
    const show = (state: LastCheck) => {
      if (!isOver()) setQuestion({ state, seen, shown });
    };
    const slow = setTimeout(() => show('checking'), PATIENCE);
    if (pending) seen = (await within(pending.heard))?.seen ?? null;
    const options = { requestPolicy: 'network-only' } as const;
    const answer = await within(client.query(PreflightQuery, { report: report.id }, options).toPromise());
    clearTimeout(slow);
    if (isOver()) return;
    if (!answer?.data || answer.error) return show('failed');
    const now = answer.data.preflightReport;
    // what was heard of an own change was drawn, also where older news came after it
    const isOwn = pending !== null || own.current?.seen === now.seen;
    if (seen === null || own.current?.seen === now.seen) seen = now.seen;
    // what was told and fetched since is what is looked at, also where a part of the page is late or could not be had
    const isTold = told.current === '' || told.current === seen;
    const isWhole = isOwn || isTold || parts.every((part) => part === undefined || part === seen);
    if (now.seen !== seen || !isWhole) {
      apiErrorToast('error_report_changed');
      return tellOthers(now.seen ?? '');
    }
    told.current = null;
    setChanged(false);
    if (now.blockers.length > 0) return close();
    show('checked');
  };
  const isStirred = question !== undefined && ![question.seen, question.shown].includes(report.seen);
  return { question, isStirred, isChanged, open, close, noteOwn, tellOthers };
}
