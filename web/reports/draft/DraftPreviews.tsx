import { Previews } from '#web/reports/preview/Previews.tsx';
import type { ReportDetails } from '#web/reports/queries.ts';
import { useDraftRights } from '#web/reports/rights.ts';
import type { Draft } from './useDraft.ts';
import { useHold } from './useHold.ts';

type Props = { report: ReportDetails; draft: Draft };

export function DraftPreviews({ report, draft: { messages, previews, typed, details, changed, noteTyped } }: Props) {
  const { editText } = useDraftRights(report);
  const hold = useHold(report, changed);
  if (messages.length === 0) return null;
  const editing = {
    onChanged: changed,
    onTyped: noteTyped,
    onBegin: hold,
    read: details.fill,
    onFill: details.answer,
  };
  return (
    <Previews
      report={report}
      messages={messages}
      state={previews}
      typed={typed}
      fill={details.fillTyped}
      editing={editText ? editing : undefined}
    />
  );
}
