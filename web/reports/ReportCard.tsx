import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ChannelName, MessageStatusBadge } from '#web/messages/StatusBadges.tsx';
import { ReportTypeSign } from '#web/messages/signs/ReportTypeSign.tsx';
import { isDraft, messageLooks, onlyAwaitsAnswers, reachOf } from '#web/messages/status.ts';
import { AnswerLine } from '#web/reports/live/AnswerLine.tsx';
import { DateTime } from '#web/ui/DateTime.tsx';
import { ProgressBar } from '#web/ui/ProgressBar.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import type { ReportRow } from './queries.ts';
import classes from './ReportCard.module.css';

type Props = { report: ReportRow; event: number; heading?: 'h2' | 'h3' };

export function ReportCard({ report, event, heading: Heading = 'h3' }: Props) {
  const { t } = useTranslation('reports');
  const messages = report.messages.edges.map(({ node }) => node);
  const asks = messages.some(({ requestAnswer, status }) => requestAnswer && !isDraft(status));
  const onlyDrafts = messages.every(({ status }) => isDraft(status));
  return (
    <article className={classes['card']}>
      <div className={classes['head']}>
        <ReportTypeSign reportType={report.reportType} size={30} />
        <Heading className={classes['title']}>
          <Link to={`/event/${event}/report/${report._id}`} className={classes['cover']}>
            {report.title}
          </Link>
        </Heading>
        {onlyDrafts && (
          <StatusBadge tone="neutral" icon="edit">
            {t('card.draft')}
          </StatusBadge>
        )}
      </div>
      <p className={classes['meta']}>
        {report.reportType.name} · <DateTime value={report.insertedAt} />
      </p>
      {asks && <AnswerLine board={report.answers} />}
      {!onlyDrafts && (
        <ul className={classes['messages']}>
          {messages.map((message) => {
            const { id, channel, status, messageResult } = message;
            const { percentage } = reachOf(messageResult);
            return (
              <li key={id} className={classes['message']}>
                <ChannelName channel={channel} />
                <MessageStatusBadge message={message} unfilled={report.answers.unfilled} leftOut />
                {status === 'sending' && !onlyAwaitsAnswers(message) && percentage !== null && (
                  <ProgressBar
                    percentage={percentage}
                    label={t('card.progress', { channel: channel.name })}
                    tone={messageLooks[status].tone}
                  />
                )}
              </li>
            );
          })}
        </ul>
      )}
    </article>
  );
}
