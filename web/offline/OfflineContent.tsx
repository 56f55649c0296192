import { Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Feature } from '#shared/permissions.ts';
import { useConnectionBroken } from '#web/lib/connection.ts';
import { Page } from '#web/ui/Page.tsx';
import { PrintButton } from '#web/ui/print/PrintButton.tsx';
import { AlarmNote } from './AlarmNote.tsx';
import { useBegunAlarm } from './begun-alarm.ts';
import { useOfflineCopy } from './copies.ts';
import { Jumps } from './Jumps.tsx';
import { OfflineEvents } from './OfflineEvents.tsx';
import { OfflineTexts } from './OfflineTexts.tsx';
import { Team } from './Team.tsx';

/**
 * The offline data on this device: a begun alarm, the crisis team's call list, the running events and the texts, with forms for
 * notes.
 */
export function OfflineContent({ folder }: { folder?: ReactNode }) {
  const { t } = useTranslation('offline');
  const broken = useConnectionBroken();
  const about = useOfflineCopy('about');
  const texts = useOfflineCopy('texts');
  const may = (feature: Feature) => about?.value.features.includes(feature) ?? false;
  const alarm = useBegunAlarm();
  const [isBegun, setBegun] = useState(alarm.isRestored);
  if (alarm.isRestored && !isBegun) setBegun(true); // stays on top when noted, so that nothing shifts under a finger
  const types = texts?.value.eventTypes.edges.map(({ node }) => node);
  const alarmPart =
    broken && may('create_activation') && types
      ? [{ title: t('alarm.title'), content: <AlarmNote types={types} alarm={alarm} /> }]
      : [];
  return (
    <Page
      title={t('title')}
      subtitle={t(broken ? 'what.broken' : 'what.connected')}
      actions={
        <>
          {folder}
          <PrintButton />
        </>
      }
    >
      <Stack gap="lg">
        <Jumps
          parts={[
            ...(isBegun ? alarmPart : []),
            { title: t('team.title'), content: <Team /> },
            ...(isBegun ? [] : alarmPart),
            { title: t('board.title'), content: <OfflineEvents mayWrite={broken && may('write_event_log')} /> },
            { title: t('texts.title'), content: <OfflineTexts copy={texts} /> },
          ]}
        />
        <Text c="gray.6" fz="sm">
          {t('kept')}
        </Text>
      </Stack>
    </Page>
  );
}
