import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { fromLocalInput } from '#shared/zoned.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { useSystem } from '#web/lib/system.tsx';
import { successToast } from '#web/lib/toasts.ts';
import { fullName } from '#web/lib/viewer.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { FileDrop } from '#web/ui/files/FileDrop.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { PersonSelect } from './PersonSelect.tsx';
import { type CalendarImport, ImportRosterMutation, type RosterGroup } from './queries.ts';
import classes from './roster.module.css';
import { UnreadEvents } from './UnreadEvents.tsx';

type Props = { group: RosterGroup; onDone: () => void; onClose: () => void };

/** Imports a calendar: previews the changes, assigns unknown names, then applies them. */
export function ImportDialog({ group, onDone, onClose }: Props) {
  const { t } = useTranslation('roster');
  const { t: common } = useTranslation();
  const [{ fetching }, send] = useMutation(ImportRosterMutation);
  const [calendar, setCalendar] = useState<string>();
  const [found, setFound] = useState<CalendarImport>();
  const [named, setNamed] = useState<Record<string, string>>({});
  const ask = async (text: string, names: Record<string, string>, dryRun: boolean) => {
    const people = Object.entries(names).map(([name, person]) => ({ name, person }));
    const { data } = await send({ group: group.id, calendar: text, people, dryRun });
    return data?.importRoster;
  };
  const newest = useRef(0);
  const look = async (text: string, names: Record<string, string>) => {
    newest.current += 1;
    const mine = newest.current;
    const answer = await ask(text, names, true);
    if (!answer || mine !== newest.current) return; // a newer assignment is running
    setCalendar(text);
    setFound(answer);
  };
  const name = (unknown: string, person: string | null) => {
    const { [unknown]: _before, ...rest } = named;
    const next = person ? { ...rest, [unknown]: person } : rest;
    setNamed(next);
    if (calendar) void look(calendar, next);
  };
  const take = async () => {
    if (!calendar || !(await ask(calendar, named, false))) return;
    successToast(t('import.done'));
    onDone();
  };
  const changes = found ? found.addedCount + found.removedCount : 0;
  return (
    <Dialog title={t('import.title')} size="lg" onClose={onClose}>
      <Stack gap="md">
        {!found && (
          <FileDrop
            title={t('import.drop')}
            accept=".ics,text/calendar"
            busy={fetching}
            onFile={(file) => void file.text().then((text) => look(text, named))}
          >
            {t('import.hint')}
          </FileDrop>
        )}
        {found && (
          <>
            <Preview found={found} />
            {[...new Set([...found.unknown.map((one) => one.name), ...Object.keys(named)])].map((unknown) => (
              <PersonSelect
                key={unknown}
                group={group}
                label={t('import.who', { name: unknown })}
                value={named[unknown] ?? null}
                onChange={(person) => name(unknown, person)}
              />
            ))}
          </>
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {common('cancel')}
          </Button>
          {found && (
            <Button disabled={changes === 0} loading={fetching} onClick={() => void take()}>
              {t('import.take')}
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  );
}

function Preview({ found }: { found: CalendarImport }) {
  const { t } = useTranslation('roster');
  const left = found.unknown.reduce((sum, { shifts }) => sum + shifts, 0);
  return (
    <Stack gap="sm">
      <Text fw={650}>
        {t('import.added', { count: found.addedCount })}, {t('import.removed', { count: found.removedCount })},{' '}
        {t('import.kept', { count: found.kept })}
      </Text>
      {left > 0 && (
        <Alert color="yellow" icon={<Icon name="info" />}>
          {t('import.unknown', { count: left })}
        </Alert>
      )}
      {found.unknownZones.length > 0 && (
        <Alert color="yellow" icon={<Icon name="info" />}>
          {t('import.zones', { zones: found.unknownZones.slice(0, 3).join(', ') })}
        </Alert>
      )}
      <UnreadEvents found={found} />
      {found.lostChanges > 0 && (
        <Alert color="yellow" icon={<Icon name="info" />}>
          {t('import.lost', { count: found.lostChanges })}
        </Alert>
      )}
      <Shifts title={t('import.addedTitle')} shifts={found.added} />
      <Shifts title={t('import.removedTitle')} shifts={found.removed} />
    </Stack>
  );
}

function Shifts({ title, shifts }: { title: string; shifts: CalendarImport['added'] }) {
  const { timeZone } = useSystem();
  if (shifts.length === 0) return null;
  const shown = (local: string) => formatDateTime(fromLocalInput(local, timeZone) ?? local, timeZone);
  return (
    <div>
      <Text>{title}</Text>
      <ul className={classes['people']}>
        {shifts.map(({ person, starts, ends }) => (
          <li key={`${person.id} ${starts} ${ends}`}>
            {shown(starts)} – {shown(ends)} · <strong>{fullName(person)}</strong>
          </li>
        ))}
      </ul>
    </div>
  );
}
