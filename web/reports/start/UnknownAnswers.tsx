import { Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dismissErrorToast } from '#web/lib/toasts.ts';
import { ChoiceButton } from '#web/reports/ChoiceButton.tsx';

export type UnknownProps = {
  /** The current kind of event. */
  kind: string;
  /** Whether the check is being repeated. */
  busy: boolean;
  onLookAgain: () => void;
  onNew: () => void;
  onClose: () => void;
};

/** Ways to continue without known events. */
export function UnknownAnswers({ kind, busy, onLookAgain, onNew }: Omit<UnknownProps, 'onClose'>) {
  const { t } = useTranslation('reports');
  // automatic checks don't remove a button
  const [asked, setAsked] = useState(false);
  useEffect(() => {
    if (!busy) setAsked(false);
  }, [busy]);
  const lookAgain = () => {
    setAsked(true);
    onLookAgain();
  };
  useEffect(dismissErrorToast, []);
  return (
    <Stack gap="sm">
      <Text role="alert">{t('start.unknownText', { kind })}</Text>
      <ChoiceButton icon="refresh" variant="filled" first loading={asked && busy} onClick={lookAgain}>
        {t('start.lookAgain')}
      </ChoiceButton>
      <ChoiceButton icon="plus" onClick={onNew}>
        {t('start.newAllTheSame')}
      </ChoiceButton>
    </Stack>
  );
}
