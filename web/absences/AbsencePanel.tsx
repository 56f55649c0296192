import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useServerNow } from '#web/lib/clock.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { useSystem } from '#web/lib/system.tsx';
import { successToast } from '#web/lib/toasts.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { undoToast } from '#web/ui/undo-toast.tsx';
import { AbsenceDialog } from './AbsenceDialog.tsx';
import classes from './absences.module.css';
import type { AbsenceInput, AbsenceRow } from './queries.ts';

type Props = {
  absences: readonly AbsenceRow[];
  /** Addresses the person in its texts instead of describing them. */
  isOwn?: boolean;
  /** Both resolve to whether it succeeded; missing without the right to change. */
  onAdd?: ((input: AbsenceInput) => Promise<boolean>) | undefined;
  onEnd?: ((id: number) => Promise<boolean>) | undefined;
};

/** A person's absences, to add and to end. */
export function AbsencePanel({ absences, isOwn = false, onAdd, onEnd }: Props) {
  const { t } = useTranslation('roster');
  const [isOpen, setOpen] = useState(false);
  const { timeZone } = useSystem();
  const when = ({ from, until }: AbsenceRow) =>
    until
      ? t('absence.between', { from: formatDateTime(from, timeZone), until: formatDateTime(until, timeZone) })
      : t('absence.since', { from: formatDateTime(from, timeZone) });
  const now = useServerNow();
  const [ending, setEnding] = useState<number>();
  const end = async ({ _id, from, until, remark }: AbsenceRow) => {
    setEnding(_id);
    const isDone = await onEnd?.(_id);
    setEnding(undefined);
    if (!isDone) return;
    if (Date.parse(from) <= now) successToast(t('absence.ended'));
    else undoToast(t('absence.removed'), () => void onAdd?.({ from, until, remark }));
  };
  return (
    <Panel
      title={t('absence.title')}
      actions={
        onAdd && (
          <Button variant="default" leftSection={<Icon name="plus" />} onClick={() => setOpen(true)}>
            {t('absence.add')}
          </Button>
        )
      }
    >
      <Stack gap="sm">
        <Text c="gray.6">{t(isOwn ? 'absence.ownText' : 'absence.text')}</Text>
        {absences.length > 0 && (
          <ul className={classes['absences']}>
            {absences.map((absence) => (
              <li key={absence._id}>
                <Group justify="space-between" gap="sm">
                  <span>
                    <strong>{when(absence)}</strong>
                    {absence.remark && <span className={classes['remark']}>{absence.remark}</span>}
                  </span>
                  {onEnd && (
                    <Button
                      variant="default"
                      size="compact-md"
                      loading={ending === absence._id}
                      onClick={() => void end(absence)}
                    >
                      {t(Date.parse(absence.from) > now ? 'absence.remove' : isOwn ? 'absence.ownEnd' : 'absence.end')}
                    </Button>
                  )}
                </Group>
              </li>
            ))}
          </ul>
        )}
      </Stack>
      {isOpen && onAdd && <AbsenceDialog onAdd={onAdd} onClose={() => setOpen(false)} />}
    </Panel>
  );
}
