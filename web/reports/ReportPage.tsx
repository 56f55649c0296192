import { Button } from '@mantine/core';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { settleLaunch, useOutbox } from '#web/lib/offline-store/outbox.ts';
import { useUrlState } from '#web/lib/url-state.ts';
import { BudgetBanner } from '#web/messages/BudgetBanner.tsx';
import { isDraft } from '#web/messages/status.ts';
import { OvertakenTexts } from '#web/reports/draft/OvertakenTexts.tsx';
import { useTyped } from '#web/reports/preview/typed.ts';
import { usePrefetch } from '#web/ui/lazy-with-fallback.tsx';
import { Page } from '#web/ui/Page.tsx';
import { EmptyState, LoadingState, QueryView } from '#web/ui/states.tsx';
import { loadDraft, loadLive } from './parts.ts';
import type { ReportDetails } from './queries.ts';
import { useDraftRights } from './rights.ts';
import { useReport } from './useReport.ts';

const ReportDraft = lazy(async () => ({ default: await loadDraft() }));
const ReportLive = lazy(async () => ({ default: await loadLive() }));
const ReportUnsent = lazy(async () => ({ default: (await import('./draft/ReportUnsent.tsx')).ReportUnsent }));

/** A report: a draft until something is sent, then its progress. */
export function ReportPage() {
  const { reportId = '' } = useParams();
  const { state, version, changed } = useReport(reportId);
  const [seen, setSeen] = useState<ReportDetails>();
  const now = state.data?.report;
  if (now && now !== seen) setSeen(now);
  return (
    <QueryView state={state}>
      {({ report }) =>
        report ? (
          <Shown key={report.id} report={report} version={version} onChanged={changed} />
        ) : (
          <NotFound seen={seen && String(seen._id) === reportId ? seen : undefined} />
        )
      }
    </QueryView>
  );
}

function Shown(props: { report: ReportDetails; version: number; onChanged: () => void }) {
  const [view, setView] = useUrlState('view', '', { page: true });
  const { compose } = useDraftRights(props.report);
  const messages = props.report.messages.edges.map(({ node }) => node);
  const drafts = messages.filter(({ status }) => isDraft(status));
  const isUnsent = drafts.length === messages.length;
  const isOut = messages.length > 0 && drafts.length === 0;
  const { id } = props.report;
  const isAsked = useOutbox().some(({ value }) => value.kind === 'launch' && value.report.id === id);
  // settles an unanswered request
  useEffect(() => {
    if (isOut && isAsked) void settleLaunch(id);
  }, [id, isOut, isAsked]);
  // if a colleague sends a part, the user can prepare the rest
  const [hands, setHands] = useState<'empty' | 'full' | 'sent'>('empty');
  if (isUnsent && hands === 'empty') setHands('full');
  const typing = useTyped(props.report);
  const isTyping = Object.keys(typing.typed).length > 0;
  const isPrepared = isUnsent || (drafts.length > 0 && (view === 'draft' || hands === 'full' || isTyping));
  usePrefetch(loadDraft);
  // loaded in advance, in case the connection fails
  useEffect(() => {
    if (isPrepared) void loadLive().catch(() => {});
  }, [isPrepared]);
  useEffect(() => {
    if (!isPrepared && hands === 'sent') window.scrollTo(0, 0); // the result is at the top
  }, [isPrepared, hands]);
  const showLive = () => {
    setHands('sent');
    setView('');
    props.onChanged();
  };
  if (isPrepared && !compose)
    return (
      <Suspense fallback={<LoadingState />}>
        <ReportUnsent report={props.report} />
      </Suspense>
    );
  return (
    <>
      {props.report.event.mode === 'LIVE' && <BudgetBanner />}
      <OvertakenTexts texts={typing.overtaken} onForget={typing.forget} />
      <Suspense fallback={<LoadingState />}>
        {isPrepared ? <ReportDraft {...props} typing={typing} onSent={showLive} /> : <ReportLive {...props} />}
      </Suspense>
    </>
  );
}

/** A missing report; discarded, if this page showed its draft (`seen`). */
function NotFound({ seen }: { seen: ReportDetails | undefined }) {
  const { t } = useTranslation('reports');
  const isDiscarded = seen?.messages.edges.every(({ node }) => isDraft(node.status)) ?? false;
  const title = t(isDiscarded ? 'page.discarded' : 'page.notFound');
  const event = isDiscarded && seen?.event.isRunning ? seen.event : null; // a prepared event may be deleted with it
  return (
    <Page title={title}>
      <EmptyState
        icon="report"
        text={t(isDiscarded ? 'page.discardedText' : 'page.notFoundText')}
        action={
          <Button component={Link} to={event ? `/event/${event._id}` : '/events'} variant="default">
            {t(event ? 'page.toEvent' : 'page.toEvents')}
          </Button>
        }
      />
    </Page>
  );
}
