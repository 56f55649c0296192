import { useCallback, useEffect, useRef } from 'react';
import { useLocation, useNavigation, useSearchParams } from 'react-router';

/** Whether the user is on the way to another page, whose files may still be loading. */
function useLeaving(): { current: boolean } {
  const { pathname } = useLocation();
  const { location: next } = useNavigation();
  const isLeaving = next !== undefined && next.pathname !== pathname;
  const leaving = useRef(isLeaving);
  useEffect(() => {
    leaving.current = isLeaving;
  }, [isLeaving]);
  return leaving;
}

type Options = {
  /** A change is a step of its own, so that the browser's way back undoes it: for what opens over the page. */
  step?: boolean;
};

/** One value kept in the address (filter, open tab, page); the fallback stands for "not in the address". */
export function useUrlState(
  name: string,
  fallback = '',
  { step = false }: Options = {},
): [string, (value: string) => void] {
  const [parameters, setParameters] = useSearchParams();
  const leaving = useLeaving();
  const set = useCallback(
    (value: string) => {
      // a delayed search must neither call back who is leaving nor undo what was chosen meanwhile
      if (leaving.current) return;
      const after = new URLSearchParams(location.hash.split('?')[1] ?? '');
      if (value === (after.get(name) ?? fallback)) return;
      if (value === fallback) after.delete(name);
      else after.set(name, value);
      setParameters(after, { replace: !step || value === fallback });
    },
    [setParameters, leaving, name, fallback, step],
  );
  return [parameters.get(name) ?? fallback, set];
}
