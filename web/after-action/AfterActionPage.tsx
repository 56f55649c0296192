import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { StateBadge } from '#web/events/EventBadges.tsx';
import { EventNotFound } from '#web/events/EventNotFound.tsx';
import { useData } from '#web/lib/data.ts';
import { ModeBanner } from '#web/ui/ModeBanner.tsx';
import { Page } from '#web/ui/Page.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { PrintButton } from '#web/ui/print/PrintButton.tsx';
import { SaveMenu } from '#web/ui/saving/SaveMenu.tsx';
import { EmptyState, QueryView } from '#web/ui/states.tsx';
import { AccessNote } from './AccessNote.tsx';
import { Alarms } from './Alarms.tsx';
import { ChannelFigures } from './ChannelFigures.tsx';
import { CourseChart } from './charts/CourseChart.tsx';
import { Groups } from './Groups.tsx';
import { KeyFigures } from './KeyFigures.tsx';
import { LimitOutcomes } from './LimitOutcomes.tsx';
import { People } from './People.tsx';
import { type AfterAction, AfterActionQuery } from './queries.ts';
import { Timeline } from './Timeline.tsx';

export function AfterActionPage() {
  const { eventId = '' } = useParams();
  const state = useData(AfterActionQuery, { event: eventId });
  return (
    <QueryView state={state}>
      {({ afterAction }) => (afterAction ? <Shown known={afterAction} /> : <EventNotFound />)}
    </QueryView>
  );
}

function Shown({ known }: { known: AfterAction }) {
  const { t } = useTranslation('afterAction');
  const { event, alarms, reach, channels, groups, limits, people, course } = known;
  return (
    <Page
      title={t('title')}
      subtitle={<StateBadge event={event} />}
      breadcrumb={[
        { label: t('events'), to: '/events' },
        { label: event.name, to: `/event/${event._id}` },
      ]}
      actions={
        <>
          <SaveMenu
            path={`/api/v2/events/${event._id}/after_action`}
            name={t('fileName', { number: event._id })}
            formats={known.personAccess === 'open' ? ['pdf', 'xlsx', 'csv'] : ['pdf']}
          />
          <PrintButton />
        </>
      }
    >
      <ModeBanner mode={event.mode} />
      <Stack gap="lg">
        <AccessNote access={known.personAccess} />
        {event.isRunning && <Text c="gray.6">{t('running')}</Text>}
        {alarms.length === 0 && <EmptyState icon="alarm" title={t('noAlarm')} text={t('noAlarmText')} />}
        <KeyFigures known={known} />
        {course.length > 0 && (
          <Panel title={t('course.title')}>
            <CourseChart course={course} asked={reach.asked} />
          </Panel>
        )}
        {people.length > 0 && <People known={known} />}
        {limits.length > 0 && <LimitOutcomes limits={limits} />}
        {channels.length > 0 && <ChannelFigures known={known} />}
        {groups.length > 0 && <Groups known={known} />}
        {alarms.length > 0 && <Alarms known={known} />}
        <Timeline known={known} />
      </Stack>
    </Page>
  );
}
