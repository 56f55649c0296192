import { type RefObject, useEffect } from 'react';
import { useClient } from 'urql';
import type { ReportDetails } from '#web/reports/queries.ts';
import { SeenQuery } from './queries.ts';

/** A change made here, which the page receives later. */
export type OwnChange = {
  heard: Promise<string | undefined>;
  /** The revisions shown then and since. */
  shown: string[];
  isAnswered: boolean;
  seen: string | undefined;
};

/** Returns whether the page may show an older revision. */
export const isPending = ({ isAnswered, shown: [from] }: OwnChange, shown: string): boolean =>
  !isAnswered || from === shown;

/** Forgets the change once the page shows it and then another revision. Until then, it explains a late part. */
function forgetShown(own: RefObject<OwnChange | null>): void {
  const { seen, shown } = own.current ?? {};
  if (seen !== undefined && shown?.includes(seen) && shown.at(-1) !== seen) own.current = null;
}

/** The newest own change of each report, including earlier visits. */
const ownChanges = new Map<string, RefObject<OwnChange | null>>();

function ownChangeOf(report: string): RefObject<OwnChange | null> {
  const known = ownChanges.get(report) ?? { current: null };
  ownChanges.set(report, known);
  return known;
}

/** Keeps a report's newest own change until shown. */
export function useOwnChange(report: ReportDetails) {
  const client = useClient();
  const own = ownChangeOf(report.id);
  useEffect(() => {
    own.current?.shown.push(report.seen);
    forgetShown(own);
  }, [own, report.seen]);
  /** Records an own change. Its revision needs a separate query. */
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
