import { NumberInput, Stack, Switch } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { fromLocalInput } from '#shared/zoned.ts';
import { DateTimeInput } from '#web/fields/DateTimeInput.tsx';
import { DayInput } from '#web/fields/DayInput.tsx';
import { typedDay } from '#web/fields/dates.ts';
import { useSystem } from '#web/lib/system.tsx';
import { successToast } from '#web/lib/toasts.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { FormFoot } from '#web/ui/FormFoot.tsx';
import { PersonSelect } from './PersonSelect.tsx';
import { CreateShiftMutation, type RosterGroup } from './queries.ts';

type Props = { group: RosterGroup; day: string; onDone: () => void; onClose: () => void };

/** Edits a shift: person, start, end, repetition. */
export function ShiftDialog({ group, day, onDone, onClose }: Props) {
  const { t } = useTranslation('roster');
  const { t: common } = useTranslation();
  const { timeZone } = useSystem();
  const [{ fetching }, create] = useMutation(CreateShiftMutation);
  const [person, setPerson] = useState<string | null>(null);
  const [from, setFrom] = useState(() => fromLocalInput(`${day}T18:00`, timeZone));
  const [until, setUntil] = useState<string | null>(
    () => from && new Date(Date.parse(from) + 12 * 3_600_000).toISOString(),
  );
  const [repeats, setRepeats] = useState(false);
  const [everyWeeks, setEveryWeeks] = useState<number | string>(1);
  const [lastDay, setLastDay] = useState('');
  const isWrong = from !== null && until !== null && until <= from;
  const isLastDayWrong = repeats && lastDay !== '' && typedDay(lastDay) === null;
  const isReady = person !== null && from !== null && until !== null && !isWrong && !isLastDayWrong;
  const submit = async () => {
    if (!isReady) return;
    const repeat = repeats ? { everyWeeks: Number(everyWeeks) || 1, repeatsUntil: typedDay(lastDay) } : {};
    const { error } = await create({ group: group.id, input: { person, from, until, ...repeat } });
    if (error) return;
    successToast(t('shift.added'));
    onDone();
  };
  return (
    <Dialog title={t('shift.add')} size="md" onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Stack gap="md">
          <PersonSelect group={group} value={person} onChange={setPerson} />
          <DateTimeInput
            name="from"
            field={{ kind: 'dateTime', required: true }}
            label={t('shift.from')}
            value={from}
            onChange={(value) => setFrom(value as string | null)}
          />
          <DateTimeInput
            name="until"
            field={{ kind: 'dateTime', required: true }}
            label={t('shift.until')}
            value={until}
            onChange={(value) => setUntil(value as string | null)}
            error={isWrong && t('shift.over')}
          />
          <Switch
            label={t('shift.repeats')}
            checked={repeats}
            onChange={({ currentTarget }) => setRepeats(currentTarget.checked)}
          />
          {repeats && (
            <Repetition {...{ everyWeeks, setEveryWeeks, lastDay, setLastDay }} isLastDayWrong={isLastDayWrong} />
          )}
          <FormFoot submit={common('save')} busy={fetching} disabled={!isReady} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
}

type RepetitionProps = {
  everyWeeks: number | string;
  setEveryWeeks: (weeks: number | string) => void;
  lastDay: string;
  setLastDay: (day: string) => void;
  isLastDayWrong: boolean;
};

function Repetition({ everyWeeks, setEveryWeeks, lastDay, setLastDay, isLastDayWrong }: RepetitionProps) {
  const { t } = useTranslation('roster');
  const { t: apiMessage } = useTranslation('apiMessage');
  return (
    <>
      <NumberInput
        label={t('shift.everyWeeks')}
        description={t('shift.everyWeeksHint')}
        min={1}
        max={52}
        allowDecimal={false}
        value={everyWeeks}
        onChange={setEveryWeeks}
      />
      <DayInput
        label={t('shift.lastDay')}
        description={t('shift.lastDayHint')}
        value={lastDay}
        onChange={setLastDay}
        error={isLastDayWrong && apiMessage('error_invalid_date')}
      />
    </>
  );
}
