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

/** One value kept in the address (filter, open tab, page); the fallback stands for "not in the address". */
export function useUrlState(name: string, fallback = ''): [string, (value: string) => void] {
  const [parameters, setParameters] = useSearchParams();
  const leaving = useLeaving();
  const set = useCallback(
    (value: string) => {
      // a delayed search must neither call back who is leaving nor undo what was chosen meanwhile
      if (leaving.current) return;
      const after = new URLSearchParams(location.hash.split('?')[1] ?? '');
      if (value === fallback) after.delete(name);
      else after.set(name, value);
      setParameters(after, { replace: true });
    },
    [setParameters, leaving, name, fallback],
  );
  return [parameters.get(name) ?? fallback, set];
}
