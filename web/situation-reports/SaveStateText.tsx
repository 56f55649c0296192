import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Icon } from '#web/ui/Icon.tsx';
import type { IconName } from '#web/ui/icons.ts';
import { useToldHere } from '#web/ui/saving/useToldHere.ts';
import classes from './situation-reports.module.css';
import type { SaveState } from './useReportForm.ts';

const icons: Record<SaveState, IconName> = {
  saved: 'checkCircle',
  unsaved: 'edit',
  saving: 'refresh',
  failed: 'crossCircle',
  clash: 'info',
};

/** Shows whether input is saved, with a retry button after a failure. */
export function SaveStateText({ state, onSave }: { state: SaveState; onSave: () => void }) {
  const { t } = useTranslation('situationReports');
  useToldHere(state === 'failed');
  return (
    <span className={classes['saveState']} role="status" data-save={state}>
      <Icon name={icons[state]} size={20} />
      {t(`saveState.${state}`)}
      {state === 'failed' && (
        <Button variant="default" size="sm" onClick={onSave}>
          {t('saveAgain')}
        </Button>
      )}
    </span>
  );
}
