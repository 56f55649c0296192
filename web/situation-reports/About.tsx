import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { fullName } from '#web/lib/viewer.tsx';
import { DateTime } from '#web/ui/DateTime.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import type { SituationReportRow } from './queries.ts';
import classes from './situation-reports.module.css';

/** The people who wrote, submitted and approved a report, and its mail recipients. */
export function About({ report }: { report: SituationReportRow }) {
  const { t } = useTranslation('situationReports');
  const { insertedBy, submittedBy, approvedBy, discardedBy, previous, mailed } = report;
  const isUnderWay = mailed.sent + mailed.failed < mailed.total;
  return (
    <Panel>
      <dl className={classes['about']}>
        <Line label={t('about.begun')} who={insertedBy} at={report.createdAt} />
        {report.submittedAt && <Line label={t('about.submitted')} who={submittedBy} at={report.submittedAt} />}
        {approvedBy && report.decidedAt && <Line label={t('about.approved')} who={approvedBy} at={report.decidedAt} />}
        {report.discardedAt && <Line label={t('about.discarded')} who={discardedBy} at={report.discardedAt} />}
        {mailed.total > 0 && report.mailSentAt && (
          <Line label={t('mailed')} at={report.mailSentAt}>
            <Text component="span" role="status">
              {isUnderWay
                ? t('about.mailing', { count: mailed.total, sent: mailed.sent })
                : t('about.mailed', { count: mailed.sent })}
            </Text>
            {mailed.failed > 0 && (
              <Text component="span" c="red.9">
                {' '}
                {t('about.failed', { count: mailed.failed })}
              </Text>
            )}
          </Line>
        )}
      </dl>
      {previous && !report.discardedAt && (
        <Text c="gray.6" mt="sm">
          {t('changedLegend', { number: previous.number })}
        </Text>
      )}
    </Panel>
  );
}

type LineProps = {
  label: string;
  who?: { firstName: string; lastName: string } | null;
  at: string;
  children?: ReactNode;
};

const Line = ({ label, who, at, children }: LineProps) => (
  <div>
    <dt>{label}</dt>
    <dd>
      {who && <>{fullName(who)}, </>}
      <DateTime value={at} />
      {children && <div>{children}</div>}
    </dd>
  </div>
);
