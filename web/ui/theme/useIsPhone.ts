import { useMediaQuery } from '@mantine/hooks';

/** Returns whether the window is as narrow as a phone, like the style sheets' `max-width: 47.99em`. */
export const useIsPhone = (): boolean =>
  useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
