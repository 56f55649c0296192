import { Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#shared/limits.ts';
import { DateTimeInput } from '#web/fields/DateTimeInput.tsx';
import { serverNow } from '#web/lib/clock.ts';
import { successToast } from '#web/lib/toasts.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { FormFoot } from '#web/ui/FormFoot.tsx';
import type { AbsenceInput } from './queries.ts';

type Props = { onAdd: (input: AbsenceInput) => Promise<boolean>; onClose: () => void };

/** Asks for the begin and end of an absence. */
export function AbsenceDialog({ onAdd, onClose }: Props) {
  const { t } = useTranslation('roster');
  const { t: common } = useTranslation();
  const [from, setFrom] = useState<string | null>(null);
  const [until, setUntil] = useState<string | null>(null);
  const [remark, setRemark] = useState('');
  const [busy, setBusy] = useState(false);
  const isOver = until !== null && new Date(until) <= new Date(Math.max(serverNow(), from ? Date.parse(from) : 0));
  const submit = async () => {
    setBusy(true);
    const done = await onAdd({ from, until, remark: remark.trim() || null });
    setBusy(false);
    if (!done) return;
    successToast(t('absence.added'));
    onClose();
  };
  return (
    <Dialog title={t('absence.add')} size="md" onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isOver) void submit();
        }}
      >
        <Stack gap="md">
          <DateTimeInput
            name="from"
            field={{ kind: 'dateTime' }}
            label={t('absence.from')}
            description={t('absence.fromHint')}
            value={from}
            onChange={(value) => setFrom(value as string | null)}
          />
          <DateTimeInput
            name="until"
            field={{ kind: 'dateTime' }}
            label={t('absence.untilLabel')}
            description={t('absence.untilHint')}
            value={until}
            onChange={(value) => setUntil(value as string | null)}
            error={isOver && t('absence.over')}
          />
          <TextInput
            label={t('absence.remark')}
            description={t('absence.remarkHint')}
            maxLength={limits.lineMaximum}
            value={remark}
            onChange={({ currentTarget }) => setRemark(currentTarget.value)}
          />
          <FormFoot submit={common('save')} busy={busy} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
}
