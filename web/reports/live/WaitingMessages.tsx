import { useTranslation } from 'react-i18next';
import { useData } from '#web/lib/data.ts';
import { AuthorText } from '#web/messages/AuthorText.tsx';
import { Previews } from '#web/reports/preview/Previews.tsx';
import { usePreviews } from '#web/reports/preview/usePreviews.ts';
import type { ReportDetails, ReportMessage } from '#web/reports/queries.ts';
import { PreflightResult } from '#web/reports/send/PreflightResult.tsx';
import { MessagePreflightQuery } from '#web/reports/send/queries.ts';
import { Panel } from '#web/ui/Panel.tsx';
import { QueryView } from '#web/ui/states.tsx';

type Props = { report: ReportDetails; messages: ReportMessage[]; mayCheck: boolean };

/** Messages that wait, with preview and recipients for the decision. */
export function WaitingMessages({ report, messages, mayCheck }: Props) {
  const previews = usePreviews(report, mayCheck ? messages : [], {});
  if (!mayCheck)
    return messages.map(({ id, title, content }) => (
      <Panel key={id} title={title}>
        <AuthorText text={content} />
      </Panel>
    ));
  return (
    <>
      <Previews report={report} messages={messages} state={previews} />
      {messages.map((message) => (
        <Reach key={message.id} message={message} />
      ))}
    </>
  );
}

function Reach({ message }: { message: ReportMessage }) {
  const { t } = useTranslation('drafts');
  const state = useData(MessagePreflightQuery, { message: message.id });
  // published messages have no named recipients
  if (!message.channel.addressesPeople && !state.data?.preflight.blockers.length) return null;
  return (
    <Panel title={`${t('preflight.communication')}: ${message.channel.name}`}>
      <QueryView state={state}>{({ preflight }) => <PreflightResult preflight={preflight} waits />}</QueryView>
    </Panel>
  );
}
