import { Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ModeBadge } from '#web/events/EventBadges.tsx';
import { fullName } from '#web/lib/viewer.tsx';
import { ChannelName } from '#web/messages/StatusBadges.tsx';
import { ReportTypeName } from '#web/messages/signs/ReportTypeSign.tsx';
import { DateTime } from '#web/ui/DateTime.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import type { IconName } from '#web/ui/icons.ts';
import classes from './HomePage.module.css';
import { Nothing } from './Nothing.tsx';
import type { WaitingThings } from './queries.ts';

/** Lists the tasks that wait for this user, each with a link. */
export function Waiting({ waiting }: { waiting: WaitingThings }) {
  const { t } = useTranslation('home');
  const { drafts, releases, usersToApprove, repliesWithoutEvent, overdueSituationReports, situationReports } = waiting;
  const count = drafts.length + releases.length + overdueSituationReports.length + situationReports.length;
  if (count + usersToApprove + repliesWithoutEvent === 0) return <Nothing title={t('waiting.none')} />;
  return (
    <ul className={classes['waiting']}>
      {repliesWithoutEvent > 0 && (
        <Thing icon="inbox" to="/replies" title={t('waiting.replies', { count: repliesWithoutEvent })} />
      )}
      {releases.map((message) => (
        <Thing
          key={message.id}
          icon="eye"
          to={`/event/${message.report.event._id}/report/${message.report._id}/message/${message._id}`}
          title={t('waiting.release', { title: message.title })}
          mode={message.report.event.mode}
        >
          <Group component="span" gap={8}>
            <ChannelName channel={message.channel} />
            <span>
              {message.report.event.name}
              {message.insertedBy && ` · ${fullName(message.insertedBy)}`}
            </span>
          </Group>
        </Thing>
      ))}
      {situationReports.map((report) => (
        <Thing
          key={report.id}
          icon={report.status === 'in_review' ? 'eye' : 'situation'}
          to={`/event/${report.event._id}/situation-report/${report._id}`}
          title={t(`waiting.situationReport.${report.status}`, { number: report.number })}
          mode={report.event.mode}
        >
          {report.event.name}
          {report.status === 'in_review' && report.insertedBy && ` · ${fullName(report.insertedBy)}`}
        </Thing>
      ))}
      {overdueSituationReports.map((event) => (
        <Thing
          key={event.id}
          icon="situation"
          to={`/event/${event._id}/situation-reports`}
          title={t('waiting.situation')}
          mode={event.mode}
        >
          {event.name}
        </Thing>
      ))}
      {usersToApprove > 0 && (
        <Thing icon="person" to="/administration/users" title={t('waiting.users', { count: usersToApprove })} />
      )}
      {drafts.map((report) => (
        <Thing
          key={report.id}
          icon="edit"
          to={`/event/${report.event._id}/report/${report._id}`}
          title={t('waiting.draft', { title: report.title })}
          mode={report.event.mode}
        >
          <ReportTypeName reportType={report.reportType} /> · <DateTime value={report.insertedAt} />
        </Thing>
      ))}
    </ul>
  );
}

type ThingProps = {
  icon: IconName;
  to: string;
  title: string;
  mode?: 'LIVE' | 'EXERCISE' | 'TEST';
  children?: React.ReactNode;
};

const Thing = ({ icon, to, title, mode = 'LIVE', children }: ThingProps) => (
  <li>
    <Link to={to} className={classes['thing']}>
      <Icon name={icon} size={24} />
      <span className={classes['thingWords']}>
        <span className={classes['thingTitle']}>{title}</span>
        {children && <span className={classes['thingText']}>{children}</span>}
        <ModeBadge mode={mode} />
      </span>
      <Icon name="chevronRight" size={20} />
    </Link>
  </li>
);
