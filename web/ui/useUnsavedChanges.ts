import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { type Location, useBlocker } from 'react-router';
import { useConfirm } from './confirm.tsx';

/**
 * Asks before anything unsaved is left: on the way to where `leaves` says so, and when the window is closed. What is
 * being saved is not asked about: `isDirty` is read at the moment of leaving.
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
