import { Anchor, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import classes from '#web/administration/administration.module.css';
import { formatSeconds } from '#web/lib/format.ts';
import { DateTime } from '#web/ui/DateTime.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import type { SecondPlaceState } from './queries.ts';

/** The exercises that were sent after the release: the results of a rehearsal. */
export function ExercisesPanel({ exercises }: { exercises: SecondPlaceState['exercises'] }) {
  const { t } = useTranslation('secondPlace');
  return (
    <Panel title={t('exercises.title')}>
      <Stack gap="lg">
        <Text maw={720}>{t(exercises.length ? 'exercises.intro' : 'exercises.none')}</Text>
        {exercises.length > 0 && (
          <ul className={classes['entries']}>
            {exercises.map((exercise) => (
              <ExerciseItem key={exercise.event} exercise={exercise} />
            ))}
          </ul>
        )}
      </Stack>
    </Panel>
  );
}

function ExerciseItem({ exercise }: { exercise: SecondPlaceState['exercises'][number] }) {
  const { t } = useTranslation('secondPlace');
  const { event, name, launchedAt, people, handedOver, failed, firstAfter, lastAfter } = exercise;
  const after = (seconds: number) => formatSeconds(Math.max(1, Math.round(seconds)));
  return (
    <li className={classes['entry']}>
      <Stack gap={4}>
        <Anchor component={Link} to={`/event/${event.split('/').at(-1)}/after-action`} fw={650}>
          {name}
        </Anchor>
        <Text fz="sm" c="gray.7">
          <DateTime value={launchedAt} />
        </Text>
        <Text fz="sm">
          {t('exercises.handedOver', { handedOver, count: people })}{' '}
          {failed > 0 && t('exercises.failed', { count: failed })}
        </Text>
        {firstAfter !== null && lastAfter !== null && (
          <Text fz="sm">{t('exercises.times', { first: after(firstAfter), last: after(lastAfter) })}</Text>
        )}
      </Stack>
    </li>
  );
}
