import { createContext, type ReactNode, Suspense, use, useState } from 'react';
import { fullName } from '#web/lib/viewer.tsx';
import type { ReportDetails, ReportPersonRow } from '#web/reports/queries.ts';
import { lazyWithFallback, usePrefetch } from '#web/ui/lazy-with-fallback.tsx';
import { NotLoaded } from '#web/ui/loading/NotLoaded.tsx';

const load = async () => (await import('./RecordAnswerDialog.tsx')).RecordAnswerDialog;
const RecordAnswerDialog = lazyWithFallback(load, NotLoaded);

const Context = createContext<(entry: ReportPersonRow) => void>(() => {});

export const useRecording = (): ((entry: ReportPersonRow) => void) => use(Context);

type Props = { report: ReportDetails; onChanged: () => void; children: ReactNode };

/** Holds the dialog, because a row may leave its list during a call. */
export function Recording({ report, onChanged, children }: Props) {
  const [entry, setEntry] = useState<ReportPersonRow>();
  const recipient = entry?.recipients[0];
  usePrefetch(load);
  return (
    <Context value={setEntry}>
      {children}
      {entry && recipient && (
        <Suspense fallback={null}>
          <RecordAnswerDialog
            recipient={recipient.id}
            name={fullName(entry.person)}
            options={report.answerOptions}
            onClose={() => setEntry(undefined)}
            onChanged={onChanged}
          />
        </Suspense>
      )}
    </Context>
  );
}
