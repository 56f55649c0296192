import { use, useCallback } from 'react';
import { UNSAFE_DataRouterContext, useSearchParams } from 'react-router';

/** Returns a function that reports whether the user is navigating to another page, whose files may still be loading. */
function useLeaving(): () => boolean {
  // read from the router: under load, React learns of a link click only after a delayed search runs
  const router = use(UNSAFE_DataRouterContext)?.router;
  return useCallback(() => {
    const { location: here, navigation } = router?.state ?? {};
    return navigation?.location !== undefined && navigation.location.pathname !== here?.pathname;
  }, [router]);
}

type Options = {
  /** Adds a history entry, so that the browser's back button undoes the change. For content that opens over the page. */
  step?: boolean;
  /** Treats another value as another page, which starts at its top. */
  page?: boolean;
};

/** Keeps one value in the URL (filter, open tab, page). The fallback means "not in the URL". */
export function useUrlState(
  name: string,
  fallback = '',
  { step = false, page = false }: Options = {},
): [string, (value: string) => void] {
  const [parameters, setParameters] = useSearchParams();
  const isLeaving = useLeaving();
  const set = useCallback(
    (value: string) => {
      // a delayed search must neither stop a navigation nor undo a later choice
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
