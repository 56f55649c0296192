import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { type Location, useBlocker } from 'react-router';
import { useConfirm } from './confirm.tsx';

/**
 * Asks before unsaved input is lost: on navigation for which `leaves` returns true, and on closing. Reads `isDirty`
 * then.
 */
export function useUnsavedChanges(isDirty: () => boolean, leaves: (to: Location, from: Location) => boolean): void {
  const { t } = useTranslation();
  const confirm = useConfirm();
  const blocker = useBlocker(({ currentLocation, nextLocation }) => isDirty() && leaves(nextLocation, currentLocation));
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    void confirm({ title: t('unsaved.title'), text: t('unsaved.text'), danger: true }).then((yes) =>
      yes ? blocker.proceed() : blocker.reset(),
    );
  }, [blocker, confirm, t]);
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (isDirty()) event.preventDefault();
    };
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isDirty]);
}
