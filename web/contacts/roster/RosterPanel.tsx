import { Alert, Button, Stack, Switch, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { toLocalInput } from '#shared/zoned.ts';
import { type Action, ActionMenu } from '#web/contacts/ActionMenu.tsx';
import { useData } from '#web/lib/data.ts';
import { useSystem } from '#web/lib/system.tsx';
import { useViewer } from '#web/lib/viewer.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { CalendarLinkDialog } from './CalendarLinkDialog.tsx';
import { ImportDialog } from './ImportDialog.tsx';
import { type RosterGroup, RosterQuery, SetAlwaysNeededMutation, type TurnRow } from './queries.ts';
import { ShiftDialog } from './ShiftDialog.tsx';
import { TurnDialog } from './TurnDialog.tsx';
import { useGapWords } from './useGapWords.ts';
import { WeekChoice } from './WeekChoice.tsx';
import { WeekList } from './WeekList.tsx';
import { daysOfWeek, spanOf } from './weeks.ts';

const gapDays = 14 * 86_400_000;

type Open = 'shift' | 'import' | 'link' | TurnRow;

/** A group's roster by week, with the gaps ahead; editors of groups enter shifts and substitutes. */
export function RosterPanel({ id }: { id: string }) {
  const { t } = useTranslation('roster');
  const { can } = useViewer();
  const { timeZone } = useSystem();
  const [week, setWeek] = useState(0);
  const [now] = useState(() => new Date().toISOString());
  const [open, setOpen] = useState<Open>();
  const days = daysOfWeek(week, timeZone);
  const today = toLocalInput(now, timeZone).slice(0, 10);
  const span = spanOf(days[0]!, days[6]!, timeZone);
  const ahead = new Date(Date.parse(now) + gapDays).toISOString();
  const { data, error, refetch } = useData(RosterQuery, { id, ...span, now, ahead }, { keepPrevious: true });
  const group = data?.group;
  const mayEdit = can('edit_group') && group?.isActive === true;
  const { ahead: next, within } = group?.roster ?? {};
  const isEmpty = !next?.turns.length && !next?.gaps.length && !within?.turns.length && !within?.dropped.length;
  if (error)
    return (
      <Panel title={t('title')}>
        <ErrorState onRetry={refetch} />
      </Panel>
    );
  if (!group || (!mayEdit && isEmpty)) return null;
  const menu: Action[] = [
    { label: t('import.open'), icon: 'upload', run: () => setOpen('import') },
    { label: t('link.open'), icon: 'link', run: () => setOpen('link') },
  ];
  const close = () => setOpen(undefined);
  const changed = () => {
    close();
    refetch();
  };
  return (
    <Panel
      title={t('title')}
      actions={
        mayEdit && (
          <>
            <Button leftSection={<Icon name="plus" />} onClick={() => setOpen('shift')}>
              {t('shift.add')}
            </Button>
            <ActionMenu label={t('more')} actions={menu} />
          </>
        )
      }
    >
      <Stack gap="md">
        <GapsAhead gaps={group.roster.ahead.gaps} />
        <WeekChoice week={week} span={span} onChange={setWeek} />
        <WeekList days={days} roster={group.roster.within} {...(mayEdit && { onOpen: setOpen, onChanged: refetch })} />
        {mayEdit && <AlwaysNeeded group={group} onChanged={refetch} />}
      </Stack>
      {open === 'shift' && (
        <ShiftDialog group={group} day={week === 0 ? today : days[0]!} onDone={changed} onClose={close} />
      )}
      {open === 'import' && <ImportDialog group={group} onDone={changed} onClose={close} />}
      {open === 'link' && <CalendarLinkDialog group={group} onChanged={refetch} onClose={close} />}
      {typeof open === 'object' && <TurnDialog group={group} turn={open} onDone={changed} onClose={close} />}
    </Panel>
  );
}

const mostGaps = 5;

function GapsAhead({ gaps }: { gaps: RosterGroup['roster']['ahead']['gaps'] }) {
  const { t } = useTranslation('roster');
  const words = useGapWords();
  if (gaps.length === 0) return null;
  return (
    <Alert color="red" icon={<Icon name="event" />} title={t('gaps.title', { count: gaps.length })}>
      <ul style={{ margin: 0, paddingInlineStart: 20 }}>
        {gaps.slice(0, mostGaps).map((gap) => (
          <li key={gap.from}>{words(gap)}</li>
        ))}
      </ul>
      {gaps.length > mostGaps && <Text>{t('gaps.more', { count: gaps.length - mostGaps })}</Text>}
    </Alert>
  );
}

function AlwaysNeeded({ group, onChanged }: { group: RosterGroup; onChanged: () => void }) {
  const { t } = useTranslation('roster');
  const [{ fetching }, set] = useMutation(SetAlwaysNeededMutation);
  const [isOn, setOn] = useState(group.roster.alwaysNeeded);
  const change = async (alwaysNeeded: boolean) => {
    setOn(alwaysNeeded);
    const { error } = await set({ group: group.id, alwaysNeeded });
    if (error) setOn(!alwaysNeeded);
    else onChanged();
  };
  return (
    <Switch
      label={t('always.label')}
      description={t('always.hint')}
      checked={isOn}
      disabled={fetching}
      onChange={({ currentTarget }) => void change(currentTarget.checked)}
    />
  );
}
