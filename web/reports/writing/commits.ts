import { createContext, useContext, useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from 'react-toastify/unstyled';

type Commit = () => Promise<boolean>;

/** Collects what stores open fields of a draft. */
export const CommitContext = createContext<Set<Commit> | null>(null);

/** Registers how an open field is stored when its draft is sent; it resolves to false if that did not work. */
export function useCommit(commit: Commit): void {
  const commits = useContext(CommitContext);
  const run = useEffectEvent(commit);
  useEffect(() => {
    const own: Commit = () => run();
    commits?.add(own);
    return () => void commits?.delete(own);
  }, [commits]);
}

/** The open fields of a draft, and what stores them all; the result says whether everything is stored. */
export function useCommits() {
  const { t } = useTranslation('reports');
  const { current: commits } = useRef(new Set<Commit>());
  const commitAll = async (): Promise<boolean> => {
    let isStored = true;
    for (const commit of commits) isStored = (await commit()) && isStored;
    if (!isStored) toast.warning(t('send.unsaved'));
    return isStored;
  };
  return { commits, commitAll };
}
