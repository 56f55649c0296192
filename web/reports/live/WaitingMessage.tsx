import { useTranslation } from 'react-i18next';
import { useData } from '#web/lib/data.ts';
import { AuthorText } from '#web/messages/AuthorText.tsx';
import { MessagePreflightQuery, type ReportMessage } from '#web/reports/queries.ts';
import { PreflightResult } from '#web/reports/send/PreflightResult.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { QueryView } from '#web/ui/states.tsx';

/** A message that waits for its release or its time: what it says and who will get it, for whoever decides. */
export function WaitingMessage({ message, mayCheck }: { message: ReportMessage; mayCheck: boolean }) {
  const { t } = useTranslation('reports');
  const state = useData(MessagePreflightQuery, { message: message.id }, { pause: !mayCheck });
  return (
    <>
      <Panel title={message.title}>
        <AuthorText text={message.content} />
      </Panel>
      {mayCheck && (
        <Panel title={t('preflight.communication')}>
          <QueryView state={state}>{({ preflight }) => <PreflightResult preflight={preflight} />}</QueryView>
        </Panel>
      )}
    </>
  );
}
