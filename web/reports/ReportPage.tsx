import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { settleLaunch, useUnsent } from '#web/lib/kept/unsent.ts';
import { useUrlState } from '#web/lib/url-state.ts';
import { BudgetBanner } from '#web/messages/BudgetBanner.tsx';
import { isDraft } from '#web/messages/status.ts';
import { ReportDraft } from '#web/reports/draft/ReportDraft.tsx';
import { ReportUnsent } from '#web/reports/draft/ReportUnsent.tsx';
import { ReportLive } from '#web/reports/live/ReportLive.tsx';
import { Page } from '#web/ui/Page.tsx';
import { EmptyState, QueryView } from '#web/ui/states.tsx';
import type { ReportDetails } from './queries.ts';
import { useDraftRights } from './rights.ts';
import { useReport } from './useReport.ts';

/** One report: while nothing of it was sent, the page to look it over; afterwards how it goes. */
export function ReportPage() {
  const { reportId = '' } = useParams();
  const { state, version, changed } = useReport(reportId);
  return (
    <QueryView state={state}>
      {({ report }) =>
        report ? <Shown key={report.id} report={report} version={version} onChanged={changed} /> : <NotFound />
      }
    </QueryView>
  );
}

function Shown(props: { report: ReportDetails; version: number; onChanged: () => void }) {
  const [view, setView] = useUrlState('view');
  const { compose } = useDraftRights(props.report);
  const messages = props.report.messages.edges.map(({ node }) => node);
  const drafts = messages.filter(({ status }) => isDraft(status));
  const isUnsent = drafts.length === messages.length;
  const isOut = messages.length > 0 && drafts.length === 0;
  const { id } = props.report;
  const isAsked = useUnsent().some(({ value }) => value.kind === 'launch' && value.report.id === id);
  // what was to be sent, when no answer came, is out
  useEffect(() => {
    if (isOut && isAsked) void settleLaunch(id);
  }, [id, isOut, isAsked]);
  // a colleague who sends a part of it takes nothing out of the hands of whoever prepares the rest
  const [hands, setHands] = useState<'empty' | 'full' | 'sent'>('empty');
  if (isUnsent && hands === 'empty') setHands('full');
  const isPrepared = isUnsent || (drafts.length > 0 && (view === 'draft' || hands === 'full'));
  const showLive = () => {
    setHands('sent');
    setView('');
    props.onChanged();
  };
  if (isPrepared && !compose) return <ReportUnsent report={props.report} />;
  return (
    <>
      {props.report.event.mode === 'LIVE' && <BudgetBanner />}
      {isPrepared ? <ReportDraft {...props} onSent={showLive} /> : <ReportLive {...props} />}
    </>
  );
}

function NotFound() {
  const { t } = useTranslation('reports');
  return (
    <Page title={t('page.notFound')}>
      <EmptyState
        icon="report"
        title={t('page.notFound')}
        text={t('page.notFoundText')}
        action={
          <Button component={Link} to="/events" variant="default">
            {t('page.toEvents')}
          </Button>
        }
      />
    </Page>
  );
}
