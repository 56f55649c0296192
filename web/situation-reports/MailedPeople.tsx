import { Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#shared/limits.ts';
import { useData } from '#web/lib/data.ts';
import type { ResultOf } from '#web/lib/gql.ts';
import { fullName } from '#web/lib/viewer.tsx';
import { useProblemText } from '#web/messages/ReasonText.tsx';
import { DateTime } from '#web/ui/DateTime.tsx';
import type { IconName } from '#web/ui/icons.ts';
import { LoadMore } from '#web/ui/loading/LoadMore.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { StatusBadge, type Tone } from '#web/ui/StatusBadge.tsx';
import { QueryView } from '#web/ui/states.tsx';
import { SituationReportMailsQuery, type SituationReportRow } from './queries.ts';
import classes from './situation-reports.module.css';

const PAGE = 20;

type Mail = ResultOf<typeof SituationReportMailsQuery>['situationReportMails']['edges'][number]['node'];

const mailLooks: Record<string, { tone: Tone; icon: IconName }> = {
  queued: { tone: 'active', icon: 'clock' },
  sent: { tone: 'good', icon: 'check' },
  failed: { tone: 'bad', icon: 'crossCircle' },
};

/** A report's recipients with channel and result; failed ones first. */
export function MailedPeople({ report }: { report: SituationReportRow }) {
  const { t } = useTranslation('situationReports');
  const [pages, setPages] = useState(1);
  const first = Math.min(limits.maximumPage, PAGE * pages);
  const { total, sent, failed } = report.mailed;
  const state = useData(SituationReportMailsQuery, { id: report.id, first }, { keepPrevious: true });
  const { refetch } = state;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what became of them has changed with these sums
  useEffect(() => refetch(), [total, sent, failed]);
  return (
    <Panel title={t('mails.title')}>
      <QueryView state={state}>
        {({ situationReportMails: { edges, totalCount } }) => (
          <>
            <ul className={classes['mails']}>
              {edges.map(({ node }) => (
                <MailItem key={node.id} mail={node} isLive={report.event.mode === 'LIVE'} />
              ))}
            </ul>
            <LoadMore
              shown={edges.length}
              total={totalCount}
              loading={state.refreshing}
              onMore={() => setPages(pages + 1)}
            />
          </>
        )}
      </QueryView>
    </Panel>
  );
}

function MailItem({ mail, isLive }: { mail: Mail; isLive: boolean }) {
  const { t } = useTranslation('situationReports');
  const problem = useProblemText();
  const { person, status, way, channel, reason, sentAt } = mail;
  const over = channel ? t('mails.over', { channel: channel.name }) : way === 'server' ? t('mails.byServer') : null;
  const own = reason === 'switched_off' || reason === 'expired' ? t(`mails.${reason}`) : null;
  return (
    <li>
      <span className={classes['who']}>{person ? fullName(person) : '–'}</span>
      {way === 'mailbox' ? (
        <StatusBadge tone={isLive ? 'warning' : 'neutral'} icon="exercise">
          {t('mails.kept')}
        </StatusBadge>
      ) : (
        <StatusBadge {...(mailLooks[status] ?? { tone: 'neutral' })}>{t(`mails.status.${status}`)}</StatusBadge>
      )}
      <Text component="span" c="gray.6" fz="sm">
        {over}
        {sentAt && (
          <>
            {over && ' · '}
            <DateTime value={sentAt} />
          </>
        )}
        {reason && `${over ? ' · ' : ''}${own ?? problem(reason)}`}
      </Text>
    </li>
  );
}
