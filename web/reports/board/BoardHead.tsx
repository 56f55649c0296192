import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useServerNow } from '#web/lib/clock.ts';
import { formatNumber, formatTime } from '#web/lib/format.ts';
import { useMoment, useSystem } from '#web/lib/system.tsx';
import { inMailboxOnly, isWithdrawn } from '#web/messages/status.ts';
import type { ReportDetails } from '#web/reports/queries.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import { AnswerBoard } from './AnswerBoard.tsx';
import classes from './BoardHead.module.css';
import { Flash } from './Flash.tsx';
import { isWithheld } from './withheld.ts';

type Props = { report: ReportDetails; show: string; onShow: (show: string) => void; children?: ReactNode };

/**
 * The state of an alarm, always in view: functions, answers, the next arrival and the worst function; after its end,
 * the end.
 */
export function BoardHead({ report, show, onShow, children }: Props) {
  const { t } = useTranslation('reports');
  const { answers } = report;
  const { goal, nextArrival, limits } = answers;
  const isRunning = goal !== 'over';
  const worst = isRunning ? worstOf(limits) : undefined;
  const isSettled = goal === 'filled' || goal === 'answered' || !isRunning;
  return (
    <>
      <section className={classes['head']} aria-label={t('head.label')}>
        <AnswerBoard board={answers} show={show} onShow={onShow} />
        <div className={classes['more']}>
          {(isSettled || (!worst && !nextArrival)) && <Goal report={report} />}
          {isRunning && nextArrival && (
            <span className={classes['fact']}>
              <NextArrival at={nextArrival} />
            </span>
          )}
          {worst && (
            <span className={`${classes['fact']} ${classes['worst']}`} data-state={worst.state}>
              <span className={classes['worstName']}>{worst.group.name}</span>{' '}
              <Flash value={`${formatNumber(worst.reached)}/${formatNumber(worst.needed)}`} />
            </span>
          )}
        </div>
        <div className={classes['action']}>{children}</div>
      </section>
      <AlarmFacts report={report} />
    </>
  );
}

/** The next announced or the longest overdue arrival. */
function NextArrival({ at }: { at: string }) {
  const { t } = useTranslation('reports');
  const { timeZone } = useSystem();
  const key = Date.parse(at) < useServerNow() ? 'head.awaitedSince' : 'head.nextArrival';
  return <Flash value={t(key, { time: formatTime(at, timeZone) })} />;
}

type Limit = ReportDetails['answers']['limits'][number];

/** Returns the unfilled function with the smallest share; on a tie, an unfillable one, then the one missing more. */
function worstOf(limits: readonly Limit[]): Limit | undefined {
  const lost = ({ state }: Limit) => (state === 'waiting' ? 1 : 0);
  const [worst] = limits
    .filter(({ state }) => state !== 'filled')
    .toSorted(
      (a, b) =>
        a.reached / a.needed - b.reached / b.needed ||
        lost(a) - lost(b) ||
        b.needed - b.reached - (a.needed - a.reached),
    );
  return worst;
}

/**
 * The facts of an alarm: sending, numbers of people, and the deadline. Moments include the day unless that is today.
 */
export function AlarmFacts({ report }: { report: ReportDetails }) {
  const { t } = useTranslation('reports');
  const now = useServerNow();
  const at = useMoment();
  const { answerUntil } = report;
  const { asked, reserve, stranded, figures } = report.answers;
  const sent = report.messages.edges.flatMap(({ node }) => (node.sentAt ? [node] : []));
  // the page itself shows that no one received messages stopped in time
  if (sent.every(isWithdrawn)) return null;
  const moments = sent.map(({ sentAt }) => sentAt!);
  const time = at(moments.sort()[0]!);
  const isAlarm = report.reportType.identifier === 'activation';
  const isMailbox = inMailboxOnly(report.messages.edges.map(({ node }) => node));
  // a person may have several channels
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
          ...(isWithheld(report.answers) ? [] : [t('head.asked', { count: asked })]),
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
    ...(figures.unreachable > 0 ? [t('head.unreachable', { count: figures.unreachable })] : []),
    ...(answerUntil
      ? [t(Date.parse(answerUntil) > now ? 'head.until' : 'head.untilOver', { time: at(answerUntil) })]
      : []),
  ];
  return (
    <p
      className={classes['facts']}
      data-stranded={(!isOver && (stranded > 0 || stopped > 0)) || undefined}
      data-lost={isLost || undefined}
      role="status"
    >
      <Icon name={isMailbox && report.stayedInside ? 'exercise' : isLost ? 'event' : 'send'} size={20} />{' '}
      <span>{facts.join(' · ')}</span>
    </p>
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
