import { Alert, Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Icon } from '#web/ui/Icon.tsx';
import type { ReportDetails } from './queries.ts';

const words = { CORRECTION: 'correction', ALL_CLEAR: 'allClear', TO_ALL: 'toAll' } as const;

/** Links to the followed report and to follow-ups. */
export function FollowNotes({ report }: { report: ReportDetails }) {
  const { t } = useTranslation('reports');
  const kind = words[report.followUpKind ?? 'CORRECTION'];
  const to = (id: number) => `/event/${report.event._id}/report/${id}`;
  if (report.follows.length + report.followUps.length === 0) return null;
  return (
    <Alert color="blue" icon={<Icon name="info" />}>
      {report.follows.map(({ id, _id, title }) => (
        <div key={id}>
          {t(`follow.${kind}Of`)}{' '}
          <Anchor component={Link} to={to(_id)}>
            {title}
          </Anchor>
        </div>
      ))}
      {report.followUps.map(({ id, _id, title, isOut }) => (
        <div key={id}>
          {t(isOut ? 'follow.sent' : 'follow.prepared')}{' '}
          <Anchor component={Link} to={to(_id)}>
            {title}
          </Anchor>
        </div>
      ))}
    </Alert>
  );
}
