import { lazy, Suspense, useMemo } from 'react';
import type { PlaceholderValues } from '#shared/placeholders.ts';
import { fillPlaceholders } from '#shared/placeholders.ts';
import type { Writing } from '#web/fields/rich-text/writing.ts';
import { AuthorText } from '#web/messages/AuthorText.tsx';
import type { ReportDetails } from '#web/reports/queries.ts';

const SnippetPicker = lazy(async () => ({ default: (await import('./SnippetPicker.tsx')).SnippetPicker }));

/** Provides the text editors of a report. */
export function useWriting(report: ReportDetails, values: PlaceholderValues): Writing {
  return useMemo(
    () => ({
      values,
      picker: (props) => (
        <Suspense fallback={null}>
          <SnippetPicker report={report} {...props} />
        </Suspense>
      ),
      shown: (text) => <AuthorText text={fillPlaceholders(text, values)} />,
    }),
    [report, values],
  );
}
