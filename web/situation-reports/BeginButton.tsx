import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Icon } from '#web/ui/Icon.tsx';
import { useIsWriter } from './rights.ts';
import { useBegin } from './useBegin.ts';

/** Starts a new situation report; only for authors. */
export function BeginButton({ event }: { event: string }) {
  const { t } = useTranslation('events');
  const { begin, busy } = useBegin();
  if (!useIsWriter()) return null;
  return (
    <Button leftSection={<Icon name="plus" />} loading={busy} onClick={() => void begin(event)}>
      {t('newSituationReport')}
    </Button>
  );
}
