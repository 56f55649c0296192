import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

/** One value kept in the address (filter, open tab, page); the fallback stands for "not in the address". */
export function useUrlState(name: string, fallback = ''): [string, (value: string) => void] {
  const [parameters, setParameters] = useSearchParams();
  const set = useCallback(
    (value: string) =>
      setParameters(
        (before) => {
          const after = new URLSearchParams(before);
          if (value === fallback) after.delete(name);
          else after.set(name, value);
          return after;
        },
        { replace: true },
      ),
    [setParameters, name, fallback],
  );
  return [parameters.get(name) ?? fallback, set];
}
