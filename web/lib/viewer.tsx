import { createContext, type ReactNode, use, useEffect, useMemo } from 'react';
import type { Feature, Role } from '#shared/permissions.ts';
import { storeUserData } from '#web/lib/signed-in/user-data.ts';
import { onAccessChanged } from './access.ts';
import { useData } from './data.ts';
import type { ResultOf } from './gql.ts';
import { setLanguage } from './i18n.ts';
import { CurrentUserQuery } from './queries.ts';

export type Viewer = ResultOf<typeof CurrentUserQuery>['currentUser'];

/** Account changes to check; null while a second factor has to be set up. */
export type AccountChanges = ResultOf<typeof CurrentUserQuery>['accountWarnings'];

type ViewerContext = {
  user: Viewer;
  /** Returns whether the user has a feature, as the server checks it. */
  can: (feature: Feature) => boolean;
  hasRole: (role: Role) => boolean;
  warnings: AccountChanges;
  /** Reloads the user and the warnings. */
  refetch: () => void;
};

const Context = createContext<ViewerContext | null>(null);

export const fullName = (user: { firstName: string; lastName: string }): string =>
  `${user.firstName} ${user.lastName}`.trim();

export const initials = (user: { firstName: string; lastName: string }): string =>
  `${[...user.firstName][0] ?? ''}${[...user.lastName][0] ?? ''}`.toLocaleUpperCase();

type Props = { children: ReactNode; fallback: (state: { failed: boolean; refetch: () => void }) => ReactNode };

/** Loads the signed-in user, applies their language, and shows `fallback` until then. */
export function ViewerProvider({ children, fallback }: Props) {
  const state = useData(CurrentUserQuery, {});
  const user = state.data?.currentUser;
  const warnings = state.data?.accountWarnings ?? null;
  const { refetch } = state;
  useEffect(() => onAccessChanged(refetch), [refetch]);
  useEffect(() => {
    if (!user) return;
    void setLanguage(user.language);
    const { roles, language } = user;
    void storeUserData({ name: fullName(user), initials: initials(user), roles, language });
  }, [user]);
  const value = useMemo<ViewerContext | null>(() => {
    if (!user) return null;
    const visible = new Set(user.visibleFeatures);
    const roles = new Set(user.roles);
    return { user, can: (feature) => visible.has(feature), hasRole: (role) => roles.has(role), warnings, refetch };
  }, [user, warnings, refetch]);
  return value ? (
    <Context value={value}>{children}</Context>
  ) : (
    fallback({ failed: state.error !== undefined || (state.data !== undefined && !user), refetch })
  );
}

/** Works only below ViewerProvider. */
export function useViewer(): ViewerContext {
  const value = use(Context);
  if (!value) throw new Error('useViewer is used outside of the signed-in pages');
  return value;
}
