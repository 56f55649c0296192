import { Alert, Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { limits } from '#shared/limits.ts';
import { isConnectionBroken } from '#web/lib/connection.ts';
import { randomKey } from '#web/lib/keys.ts';
import { addToOutbox } from '#web/lib/offline-store/outbox.ts';
import { toast } from '#web/lib/toasts/toast.ts';
import { ExerciseSwitch } from '#web/reports/start/ExerciseSwitch.tsx';
import { modeIn } from '#web/reports/start/mode-in.ts';
import { DateTime } from '#web/ui/DateTime.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import type { useBegunAlarm } from './begun-alarm.ts';

type Props = {
  types: { id: string; name: string; identifier: string }[];
  alarm: ReturnType<typeof useBegunAlarm>;
};

/** Notes an alarm that can't be prepared now. When the connection is back, the user decides whether to send it. */
export function AlarmNote({ types, alarm }: Props) {
  const { t } = useTranslation('offline');
  const { begun, isRestored, isTouched, change, forget } = alarm;
  const { typeId, place, description } = begun;
  // asked each time: an alarm is live unless the user says otherwise now or was in an exercise when the connection failed
  const isExercise = (modeIn(useSearchParams()[0]) ?? 'LIVE') !== 'LIVE';
  const [mode, setMode] = useState<'LIVE' | 'EXERCISE'>(isExercise ? 'EXERCISE' : 'LIVE');
  const type = types.find(({ id }) => id === typeId);
  const what = [type?.name, place.trim(), description.trim()].filter(Boolean).join(' – ');
  const note = async () => {
    if (!type) return;
    const said = { place: place.trim(), description: description.trim() };
    const eventType = { id: type.id, name: type.name };
    if (!(await addToOutbox({ kind: 'alarm', id: randomKey(), eventType, mode, ...said }))) {
      toast.error(t('alarm.notKept'));
      return;
    }
    toast.success(t('alarm.noted', { type: type.name }));
    empty();
  };
  const empty = () => {
    forget();
    setMode('LIVE');
  };
  // the connection came back during editing; a user who leaves the page finds the note later
  const leave = useEffectEvent(() => {
    if (isTouched && !isConnectionBroken()) void note();
  });
  useEffect(() => () => leave(), []);
  return (
    <Panel title={t('alarm.title')}>
      <Stack
        component="form"
        aria-label={t('alarm.title')}
        gap="md"
        onSubmit={(submitted) => {
          submitted.preventDefault();
          void note();
        }}
      >
        <Text>{t('alarm.text')}</Text>
        {isRestored && <RestoredNote since={begun.since} what={what} onDiscard={empty} />}
        <NativeSelect
          label={t('alarm.type')}
          value={typeId}
          onChange={({ currentTarget }) => change({ typeId: currentTarget.value })}
          data={[{ value: '', label: t('alarm.choose') }, ...types.map(({ id, name }) => ({ value: id, label: name }))]}
        />
        <TextInput
          label={t('alarm.place')}
          value={place}
          maxLength={limits.lineMaximum}
          onChange={({ currentTarget }) => change({ place: currentTarget.value })}
        />
        <TextInput
          label={t('alarm.description')}
          value={description}
          maxLength={limits.lineMaximum}
          onChange={({ currentTarget }) => change({ description: currentTarget.value })}
        />
        <ExerciseSwitch mode={mode} onChange={(next) => setMode(next === 'LIVE' ? next : 'EXERCISE')} />
        <Group justify="flex-end">
          <Button type="submit" color="red" disabled={!type} leftSection={<Icon name="alarm" />}>
            {t('alarm.note')}
          </Button>
        </Group>
      </Stack>
    </Panel>
  );
}

function RestoredNote({ since, what, onDiscard }: { since: number; what: string; onDiscard: () => void }) {
  const { t } = useTranslation('offline');
  return (
    <Alert color="yellow" icon={<Icon name="clock" />}>
      <Group gap="sm" justify="space-between">
        <span>
          {t('alarm.begunAt')} <DateTime value={new Date(since).toISOString()} show="time" />
          {what && `: ${what}`}
        </span>
        <Button variant="default" leftSection={<Icon name="trash" size={20} />} onClick={onDiscard}>
          {t('alarm.discard')}
        </Button>
      </Group>
    </Alert>
  );
}
