import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { DateTime } from '#web/ui/DateTime.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { DeadlineState } from './DeadlineState.tsx';
import { DispatchDialog } from './DispatchDialog.tsx';
import { Proof } from './Proof.tsx';
import { AddToDispatchMutation, type Deadline, ResumeDeadlineMutation, WaiveDeadlineMutation } from './queries.ts';
import { ReportDraftDialog } from './ReportDraftDialog.tsx';
import { SentenceDialog } from './SentenceDialog.tsx';
import { useTimeLeft } from './useTimeLeft.ts';

type Props = { deadline: Deadline; isRunning: boolean; mayChange: boolean; onChanged: () => void };

/** One deadline: its state, its end, the draft, and the proof that the report left. */
export function DeadlineCard({ deadline, isRunning, mayChange, onChanged }: Props) {
  const [dialog, setDialog] = useState<'draft' | 'dispatch' | 'waive' | 'addition'>();
  const [, waive] = useMutation(WaiveDeadlineMutation);
  const [, extend] = useMutation(AddToDispatchMutation);
  const props = { deadline, onClose: () => setDialog(undefined), onSaved: onChanged };
  const { id } = deadline;
  return (
    <Panel
      title={
        <>
          {deadline.name} <DeadlineState state={deadline.state} />
        </>
      }
    >
      <Stack gap="sm">
        <End deadline={deadline} />
        <Proof deadline={deadline} />
        {mayChange && <Actions deadline={deadline} onOpen={setDialog} onChanged={onChanged} />}
      </Stack>
      {dialog === 'draft' && <ReportDraftDialog {...props} />}
      {dialog === 'dispatch' && <DispatchDialog {...props} isRunning={isRunning} />}
      {dialog === 'waive' && <SentenceDialog {...props} texts="waive" save={(reason) => waive({ id, reason })} />}
      {dialog === 'addition' && <SentenceDialog {...props} texts="addition" save={(text) => extend({ id, text })} />}
    </Panel>
  );
}

type ActionsProps = {
  deadline: Deadline;
  onOpen: (dialog: 'draft' | 'dispatch' | 'waive' | 'addition') => void;
  onChanged: () => void;
};

function Actions({ deadline: { id, state }, onOpen, onChanged }: ActionsProps) {
  const { t } = useTranslation('deadlines');
  const [{ fetching }, resume] = useMutation(ResumeDeadlineMutation);
  if (state === 'REPORTED')
    return (
      <Group gap="sm">
        <Button variant="default" onClick={() => onOpen('addition')}>
          {t('addition.open')}
        </Button>
      </Group>
    );
  if (state === 'NOT_REQUIRED') {
    const again = async () => {
      if (!(await resume({ id })).error) onChanged();
    };
    return (
      <Group gap="sm">
        <Button variant="default" loading={fetching} onClick={() => void again()}>
          {t('resume')}
        </Button>
      </Group>
    );
  }
  return (
    <Group gap="sm">
      <Button onClick={() => onOpen('draft')}>{t('draft.open')}</Button>
      <Button variant="default" onClick={() => onOpen('dispatch')}>
        {t('dispatch.open')}
      </Button>
      <Button variant="subtle" onClick={() => onOpen('waive')}>
        {t('waive.open')}
      </Button>
    </Group>
  );
}

function End({ deadline: { state, dueAt, countsFrom, after } }: { deadline: Deadline }) {
  const { t } = useTranslation('deadlines');
  const timeLeft = useTimeLeft();
  if (state === 'REPORTED' || state === 'NOT_REQUIRED') return null;
  if (!dueAt)
    return <Text>{countsFrom === 'END' ? t('afterEnd') : t('afterDispatch', { name: after?.name ?? '' })}</Text>;
  return (
    <Text {...(state === 'OVERDUE' ? { c: 'red.9', fw: 600 } : {})}>
      {t('until')} <DateTime value={dueAt} /> ({timeLeft(dueAt)})
    </Text>
  );
}
