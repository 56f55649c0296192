import { Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#shared/limits.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { FormFoot } from '#web/ui/FormFoot.tsx';

type Props = {
  texts: 'waive' | 'addition';
  save: (text: string) => Promise<{ error?: unknown }>;
  onClose: () => void;
  onSaved: () => void;
};

/** Asks for a sentence: why a report isn't required, or an addition to a recorded dispatch. */
export function SentenceDialog({ texts, save, onClose, onSaved }: Props) {
  const { t } = useTranslation('deadlines');
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const submit = async () => {
    setBusy(true);
    const { error } = await save(text.trim());
    setBusy(false);
    if (error) return;
    onSaved();
    onClose();
  };
  return (
    <Dialog title={t(`${texts}.title`)} busy={busy} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Stack gap="md">
          <Textarea
            label={t(`${texts}.label`)}
            description={t(`${texts}.hint`)}
            autosize
            minRows={2}
            maxLength={limits.lineMaximum}
            data-autofocus
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
          <FormFoot submit={t('save')} busy={busy} disabled={text.trim() === ''} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
}
