import { createContext, useContext, useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '#web/lib/toasts/toast.ts';

type Commit = () => Promise<boolean>;

/** Collects the save functions of a draft's open fields. */
export const CommitContext = createContext<Set<Commit> | null>(null);

/** Registers a field's save function. It resolves to false on failure. */
export function useCommit(commit: Commit): void {
  const commits = useContext(CommitContext);
  const run = useEffectEvent(commit);
  useEffect(() => {
    const own: Commit = () => run();
    commits?.add(own);
    return () => void commits?.delete(own);
  }, [commits]);
}

/** Returns a draft's open fields and a function that saves them and resolves with its success. */
export function useCommits() {
  const { t } = useTranslation('drafts');
  const { current: commits } = useRef(new Set<Commit>());
  const commitAll = async (): Promise<boolean> => {
    let isStored = true;
    for (const commit of commits) isStored = (await commit()) && isStored;
    if (!isStored) toast.warning(t('send.unsaved'));
    return isStored;
  };
  return { commits, commitAll };
}
