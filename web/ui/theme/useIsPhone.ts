import { useMediaQuery } from '@mantine/hooks';

/** Returns whether the window matches `max-width: 47.99em`. */
export const useIsPhone = (): boolean =>
  useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
