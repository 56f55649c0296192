import { type RefObject, useEffect } from 'react';
import { useClient } from 'urql';
import type { ReportDetails } from '#web/reports/queries.ts';
import { SeenQuery } from './queries.ts';

/** A change made here, which the page receives a little later. */
export type OwnChange = {
  heard: Promise<string | undefined>;
  /** The revisions that the page showed then and since. */
  shown: string[];
  isAnswered: boolean;
  seen: string | undefined;
};

/** Returns whether the page may still show an older revision than the change. */
export const isPending = ({ isAnswered, shown: [from] }: OwnChange, shown: string): boolean =>
  !isAnswered || from === shown;

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

/** Keeps the newest change of a report made here, until the page has shown it. */
export function useOwnChange(report: ReportDetails) {
  const client = useClient();
  const own = ownChangeOf(report.id);
  useEffect(() => {
    own.current?.shown.push(report.seen);
    forgetShown(own);
  }, [own, report.seen]);
  /**
   * Records a change made here. The resulting revision needs a separate query, because the page receives it at an unknown time.
   */
  const noteOwn = () => {
    const before = own.current?.heard;
    const ask = async () => {
      await before; // a running query may return the earlier state
      const { data } = await client
        .query(SeenQuery, { report: report.id }, { requestPolicy: 'network-only' })
        .toPromise();
      return data?.report?.seen;
    };
    const noted: OwnChange = { heard: ask(), shown: [report.seen], isAnswered: false, seen: undefined };
    own.current = noted;
    void noted.heard.then((seen) => {
      Object.assign(noted, { isAnswered: true, seen });
      forgetShown(own);
    });
  };
  return { own, noteOwn };
}
