import { Stack, Text } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { dismissErrorToast } from '#web/lib/toasts.ts';
import { ChoiceButton } from '#web/reports/ChoiceButton.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';

type Props = {
  /** What happened now. */
  kind: string;
  /** It is being looked at once more. */
  busy: boolean;
  onLookAgain: () => void;
  onNew: () => void;
  onClose: () => void;
};

/** Says that it cannot be known whether an event runs that something may belong to, and asks what is to be done. */
export function UnknownEvents({ kind, busy, onLookAgain, onNew, onClose }: Props) {
  const { t } = useTranslation('reports');
  useEffect(dismissErrorToast, []);
  return (
    <Dialog title={t('start.unknownTitle')} isLight onClose={onClose}>
      <Stack gap="sm">
        <Text role="alert">{t('start.unknownText', { kind })}</Text>
        <ChoiceButton icon="refresh" variant="filled" first loading={busy} onClick={onLookAgain}>
          {t('start.lookAgain')}
        </ChoiceButton>
        <ChoiceButton icon="plus" onClick={onNew}>
          {t('start.newAllTheSame')}
        </ChoiceButton>
      </Stack>
    </Dialog>
  );
}
