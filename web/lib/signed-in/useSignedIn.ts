import { useSyncExternalStore } from 'react';
import { onSessionChanged, validToken } from '#web/lib/session.ts';

export const useSignedIn = (): boolean => useSyncExternalStore(onSessionChanged, () => validToken() !== null);
