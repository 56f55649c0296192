import { Stack, Text } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { dismissErrorToast } from '#web/lib/toasts.ts';
import { ChoiceButton } from '#web/reports/ChoiceButton.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';

type Props = {
  /** The current kind of event. */
  kind: string;
  /** Whether the check is being repeated. */
  busy: boolean;
  onLookAgain: () => void;
  onNew: () => void;
  onClose: () => void;
};

/** Shows that running events can't be determined, and asks how to continue. */
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
