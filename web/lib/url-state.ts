import { use, useCallback } from 'react';
import { UNSAFE_DataRouterContext, useSearchParams } from 'react-router';

/** Tells whether the user is on the way to another page, whose files may still be loading. */
function useLeaving(): () => boolean {
  // asked of the router itself: when much is going on, React hears of a click on a link only after a delayed search is told
  const router = use(UNSAFE_DataRouterContext)?.router;
  return useCallback(() => {
    const { location: here, navigation } = router?.state ?? {};
    return navigation?.location !== undefined && navigation.location.pathname !== here?.pathname;
  }, [router]);
}

type Options = {
  /** A change is a step of its own, so that the browser's way back undoes it: for what opens over the page. */
  step?: boolean;
  /** With another value it is another page, which begins at its top. */
  page?: boolean;
};

/** One value kept in the address (filter, open tab, page); the fallback stands for "not in the address". */
export function useUrlState(
  name: string,
  fallback = '',
  { step = false, page = false }: Options = {},
): [string, (value: string) => void] {
  const [parameters, setParameters] = useSearchParams();
  const isLeaving = useLeaving();
  const set = useCallback(
    (value: string) => {
      // a delayed search must neither call back who is leaving nor undo what was chosen meanwhile
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
