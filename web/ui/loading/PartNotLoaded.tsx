import { Alert } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useConnectionBroken } from '#web/lib/connection.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { ReloadMessage } from './ReloadMessage.tsx';

/** Replaces a part that can't be loaded; offers a reload, except offline, where it would lose the page. */
export function PartNotLoaded() {
  const { t } = useTranslation('layout');
  const isCut = useConnectionBroken();
  return (
    <Alert color="yellow" icon={<Icon name="offline" />} role="alert">
      {isCut ? t('preloadCut') : <ReloadMessage text={t('partNotLoaded')} />}
    </Alert>
  );
}
