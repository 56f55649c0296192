import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useServerNow } from '#web/lib/clock.ts';
import { useMoment } from '#web/lib/system.tsx';
import { inMailboxOnly, isWithdrawn } from '#web/messages/status.ts';
import type { ReportDetails } from '#web/reports/queries.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import classes from './BoardHead.module.css';

/**
 * When the alarm went out, or that it has not yet or did not, how many were asked, how many are in reserve and until when answers count, moments with their day
 * unless that is today; and whether what it is for is met.
 */
export function BoardHead({ report, children }: { report: ReportDetails; children?: ReactNode }) {
  const { t } = useTranslation('reports');
  const now = useServerNow();
  const at = useMoment();
  const { answerUntil } = report;
  const { asked, reserve, stranded } = report.answers;
  const sent = report.messages.edges.flatMap(({ node }) => (node.sentAt ? [node] : []));
  // of what was stopped in time the page says that nobody got it
  if (sent.every(isWithdrawn)) return null;
  const moments = sent.map(({ sentAt }) => sentAt!);
  const time = at(moments.sort()[0]!);
  const isAlarm = report.reportType.identifier === 'activation';
  const isMailbox = inMailboxOnly(report.messages.edges.map(({ node }) => node));
  // whoever was to get it over several channels is one
  const stopped = Math.max(
    ...sent.map(({ status, messageResult }) => (status === 'cancelled' ? messageResult.cancelled : 0)),
  );
  const isOver = report.answers.goal === 'over';
  const isLost = !isOver && (report.stayedInside || stranded > 0 || stopped > 0);
  const facts = [
    ...(report.stayedInside
      ? isMailbox
        ? [t('head.mailbox', { count: asked }), time]
        : [t('head.undelivered', { count: asked }), t('head.tried', { time })]
      : [
          t(report.isOut ? (isAlarm ? 'head.alarmOut' : 'head.sent') : 'head.sending', { time }),
          t('head.asked', { count: asked }),
        ]),
    ...(report.isOut && !isOver
      ? stranded > 0
        ? [t('head.stranded', { count: stranded })]
        : sent.some(({ delayedBy }) => delayedBy)
          ? [t('head.delayed')]
          : []
      : []),
    ...(stopped > 0 ? [t(isOver ? 'head.notSent' : 'head.stopped', { count: stopped })] : []),
    ...(reserve > 0 ? [t('head.reserve', { count: reserve })] : []),
    ...(answerUntil
      ? [t(Date.parse(answerUntil) > now ? 'head.until' : 'head.untilOver', { time: at(answerUntil) })]
      : []),
  ];
  return (
    <div className={classes['head']}>
      <span
        className={classes['facts']}
        data-stranded={(!isOver && (stranded > 0 || stopped > 0)) || undefined}
        role="status"
      >
        <Icon name={isMailbox && report.stayedInside ? 'exercise' : isLost ? 'event' : 'send'} size={20} />{' '}
        <span>{facts.join(' · ')}</span>
      </span>
      <span className={classes['goal']}>
        <Goal report={report} />
        <span className={classes['more']}>{children}</span>
      </span>
    </div>
  );
}

function Goal({ report }: { report: ReportDetails }) {
  const { t } = useTranslation('reports');
  const moment = useMoment();
  const { goal, unfilled } = report.answers;
  if (goal === 'over') {
    const { allClearAt } = report;
    return (
      <StatusBadge tone={allClearAt ? 'good' : 'neutral'} icon="checkCircle">
        {allClearAt ? t('goal.allClear', { time: moment(allClearAt) }) : t('goal.over')}
      </StatusBadge>
    );
  }
  const looks = {
    unfilled: { tone: 'bad', icon: 'event' },
    filled: { tone: 'good', icon: 'checkCircle' },
    answered: { tone: 'good', icon: 'checkCircle' },
    waiting: { tone: 'active', icon: 'clock' },
  } as const;
  return <StatusBadge {...looks[goal]}>{t(`goal.${goal}`, { count: unfilled })}</StatusBadge>;
}
