import { use, useCallback } from 'react';
import { UNSAFE_DataRouterContext, useSearchParams } from 'react-router';

/** Returns a function that reports whether the user is navigating to another page. */
function useLeaving(): () => boolean {
  // read from the router, because React may learn late of a click
  const router = use(UNSAFE_DataRouterContext)?.router;
  return useCallback(() => {
    const { location: here, navigation } = router?.state ?? {};
    return navigation?.location !== undefined && navigation.location.pathname !== here?.pathname;
  }, [router]);
}

type Options = {
  /** Adds a history entry, for content over the page. */
  step?: boolean;
  /** Starts at the top of the page. */
  page?: boolean;
};

/** Keeps one value in the URL. The fallback means "not in the URL". */
export function useUrlState(
  name: string,
  fallback = '',
  { step = false, page = false }: Options = {},
): [string, (value: string) => void] {
  const [parameters, setParameters] = useSearchParams();
  const isLeaving = useLeaving();
  const set = useCallback(
    (value: string) => {
      // a delayed search must not undo a navigation
      if (isLeaving()) return;
      const after = new URLSearchParams(location.hash.split('?')[1] ?? '');
      if (value === (after.get(name) ?? fallback)) return;
      if (value === fallback) after.delete(name);
      else after.set(name, value);
      setParameters(after, { replace: !step || value === fallback, preventScrollReset: !page });
    },
    [setParameters, isLeaving, name, fallback, step, page],
  );
  return [parameters.get(name) ?? fallback, set];
}
