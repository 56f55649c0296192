import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { CandidatePartNote } from '#web/contacts/CandidatePartNote.tsx';
import { type Candidate, placeOf, useCandidates } from '#web/contacts/useCandidates.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { useSystem } from '#web/lib/system.tsx';
import { successToast } from '#web/lib/toasts.ts';
import { fullName } from '#web/lib/viewer.tsx';
import { useConfirm } from '#web/ui/confirm.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { SearchInput } from '#web/ui/SearchInput.tsx';
import { undoToast } from '#web/ui/undo-toast.tsx';
import {
  DeleteShiftMutation,
  DropTurnMutation,
  type RosterGroup,
  SetSubstituteMutation,
  type TurnRow,
} from './queries.ts';
import classes from './roster.module.css';

type Props = { group: RosterGroup; turn: TurnRow; onDone: () => void; onClose: () => void };

/** Edits one turn: a tap on a name sets the substitute. The turn can be cancelled, and its shift removed. */
export function TurnDialog({ group, turn, onDone, onClose }: Props) {
  const { t } = useTranslation('roster');
  const { timeZone } = useSystem();
  const [, substitute] = useMutation(SetSubstituteMutation);
  const { shift, turn: number, person, planned } = turn;
  const take = async (id: string, name: string) => {
    const { error } = await substitute({ shift, turn: number, person: id });
    if (error) return;
    successToast(id === planned.id ? t('turn.takenBack', { name }) : t('turn.taken', { name }));
    onDone();
  };
  const times = `${formatDateTime(turn.from, timeZone)} – ${formatDateTime(turn.until, timeZone)}`;
  return (
    <Dialog title={fullName(person)} size="md" onClose={onClose}>
      <Stack gap="md">
        <Text>
          {times}
          {turn.everyWeeks && (
            <Text component="span" c="gray.6">{` · ${t('shift.every', { count: turn.everyWeeks })}`}</Text>
          )}
        </Text>
        {person.id !== planned.id && (
          <Button variant="light" onClick={() => void take(planned.id, fullName(planned))}>
            {t('turn.back', { name: fullName(planned) })}
          </Button>
        )}
        <Substitutes group={group} turn={turn} onTake={(id, name) => void take(id, name)} />
        <Removal turn={turn} times={times} onDone={onDone} />
      </Stack>
    </Dialog>
  );
}

type SubstitutesProps = { group: RosterGroup; turn: TurnRow; onTake: (id: string, name: string) => void };

function Substitutes({ group, turn, onTake }: SubstitutesProps) {
  const { t } = useTranslation('roster');
  const [search, setSearch] = useState('');
  const others = useCandidates('people', search);
  const own = group.listPerson.edges
    .map(({ node }) => ({ id: node.id, name: fullName(node), hint: placeOf(node), absences: node.absences }))
    .filter(({ id }) => id !== turn.person.id && id !== turn.planned.id);
  const found: Candidate[] = search ? (others.data ?? []) : own;
  const isAway = ({ absences = [] }: Candidate) =>
    absences.some(({ from, until }) => from < turn.until && (until === null || until > turn.from));
  return (
    <Stack gap="xs">
      <Text fw={650}>{t('turn.substitute')}</Text>
      <SearchInput value={search} onSearch={setSearch} label={t('turn.search')} delay={500} />
      {search && <CandidatePartNote part={others.part} />}
      <ul className={classes['people']}>
        {found.map((one) => (
          <li key={one.id}>
            <Button
              variant="default"
              fullWidth
              justify="start"
              classNames={{ root: classes['candidate'] ?? '', label: classes['candidateName'] ?? '' }}
              onClick={() => onTake(one.id, one.name)}
            >
              <span>
                {one.name}
                {one.hint && <small className={classes['hint']}>{one.hint}</small>}
              </span>
              {isAway(one) && <span className={classes['away']}>{t('turn.away')}</span>}
            </Button>
          </li>
        ))}
      </ul>
      {found.length === 0 && !others.loading && <Text c="gray.6">{t('turn.nobody')}</Text>}
    </Stack>
  );
}

type RemovalProps = { turn: TurnRow; times: string; onDone: () => void };

function Removal({ turn: { shift, turn, from, everyWeeks, person, planned }, times, onDone }: RemovalProps) {
  const { t } = useTranslation('roster');
  const { timeZone } = useSystem();
  const confirm = useConfirm();
  const [, drop] = useMutation(DropTurnMutation);
  const [, substitute] = useMutation(SetSubstituteMutation);
  const [, remove] = useMutation(DeleteShiftMutation);
  const dropOne = async () => {
    if ((await drop({ shift, turn })).error) return;
    undoToast(t('turn.dropped'), () => {
      void substitute({ shift, turn, person: person.id }).then(onDone);
    });
    onDone();
  };
  const removeFrom = async (fromTurn: number) => {
    const name = fullName(planned);
    const question =
      everyWeeks === null
        ? { title: t('shift.askRemove'), text: t('shift.removeText', { name, times }) }
        : { title: t('shift.askEnd'), text: t('shift.endText', { name, times: formatDateTime(from, timeZone) }) };
    if (!(await confirm({ ...question, danger: true }))) return;
    if ((await remove({ shift, fromTurn })).error) return;
    successToast(t('shift.removed'));
    onDone();
  };
  return (
    <Group gap="sm">
      {everyWeeks !== null && (
        <>
          <Button variant="default" onClick={() => void dropOne()}>
            {t('turn.drop')}
          </Button>
          <Button variant="default" color="red" onClick={() => void removeFrom(turn)}>
            {t('shift.endHere')}
          </Button>
        </>
      )}
      {everyWeeks === null && (
        <Button variant="default" color="red" onClick={() => void removeFrom(0)}>
          {t('shift.remove')}
        </Button>
      )}
    </Group>
  );
}
