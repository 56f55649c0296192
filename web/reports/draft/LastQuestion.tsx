import type { ReportDetails } from '#web/reports/queries.ts';
import { useDraftRights } from '#web/reports/rights.ts';
import { SendDialog } from '#web/reports/send/SendDialog.tsx';
import { DraftFacts } from './DraftFacts.tsx';
import type { Draft } from './useDraft.ts';

type Props = { report: ReportDetails; draft: Draft; onSent: () => void };

export function LastQuestion({ report, draft, onSent }: Props) {
  const { messages, isSent, details, settled, refusing, chosen, lastCheck, touch } = draft;
  const { isActivation, isFollowUp } = useDraftRights(report);
  const { question, isStirred, close, tellOthers } = lastCheck;
  if (!question || !settled) return null;
  const hasDetails = isActivation && !isSent;
  const facts = !isFollowUp && (
    <DraftFacts
      drafts={messages}
      // displayed names may belong to other drafts
      choice={question.seen === null || chosen.seen === question.seen ? chosen.choice : null}
      where={hasDetails ? details.where : ''}
      what={hasDetails ? details.what : ''}
      warnings={hasDetails ? settled.warnings : []}
    />
  );
  return (
    <SendDialog
      report={report}
      drafts={messages}
      refusing={refusing}
      preflight={settled}
      check={question.state}
      seen={question.seen}
      isStirred={isStirred}
      about={facts}
      onYes={touch}
      onClose={close}
      onOthers={tellOthers}
      onSent={() => {
        close();
        onSent();
      }}
    />
  );
}
