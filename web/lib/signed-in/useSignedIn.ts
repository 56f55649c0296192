import { useSyncExternalStore } from 'react';
import { onSessionChanged, validToken } from '#web/lib/session.ts';

/** Returns whether a valid token is stored. Follows sign-in and sign-out, including other tabs. */
export const useSignedIn = (): boolean => useSyncExternalStore(onSessionChanged, () => validToken() !== null);
