import { useSyncExternalStore } from 'react';
import { onSessionChanged, validToken } from '#web/lib/session.ts';

/** Whether a valid token is stored; follows sign-in and sign-out, in other tabs too. */
export const useSignedIn = (): boolean => useSyncExternalStore(onSessionChanged, () => validToken() !== null);
