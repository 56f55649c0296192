import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useState } from 'react';
import { useServerNow } from './clock.ts';
import { connectionFailed, useConnectionRestored } from './connection.ts';
import { useData } from './data.ts';
import { formatDateTime, formatTime, isSameDay } from './format.ts';
import { useLive } from './live.ts';
import { SystemChanged, SystemSettingsQuery } from './queries.ts';
import { validToken } from './session.ts';
import { useFavicon } from './tab/favicon.ts';

/** What a page shows of this installation. */
export type System = {
  systemName: string;
  organisationName: string;
  logoUrl: string | null;
  /** The logo for dark grounds. */
  darkLogoUrl: string | null;
  imprintUrl: string | null;
  privacyUrl: string | null;
  timeZone: string;
  /** Where map tiles come from, with {z}, {x} and {y}; null where no maps are shown. */
  mapTiles: string | null;
  /** What shows the way to a place, with {to} for the place; null where nothing does. */
  directions: string | null;
  registrationOpen: boolean;
  /** After how many minutes without any input one is signed out; null for never. */
  idleMinutes: number | null;
  /** Coloured bars are for the real thing only: everything else than production is a test. */
  isProduction: boolean;
};

const SERVER_TYPE = 'serverType';
const unknown = (): System => ({
  systemName: 'Meldekette',
  organisationName: '',
  logoUrl: null,
  darkLogoUrl: null,
  imprintUrl: null,
  privacyUrl: null,
  timeZone: 'Europe/Berlin',
  mapTiles: null,
  directions: null,
  registrationOpen: false,
  idleMinutes: null,
  isProduction: localStorage.getItem(SERVER_TYPE) === 'production',
});

const Context = createContext<System | null>(null);

/** The installation's name, logo and kind. */
export function useSystem(): System {
  return use(Context) ?? unknown();
}

/** Gives pages what is known of this installation without asking the server. */
export const SystemOf = ({ system, children }: { system: System; children: ReactNode }) => (
  <Context value={system}>{children}</Context>
);

/**
 * Calls `refetch` when anything of the administration changed; one connection serves everybody who asks. `first` is called once
 * it stands: what was asked before the application was there may have changed since.
 */
export const useSystemLive = (refetch: () => void, first: () => void = nothing): void =>
  useLive(SystemChanged, {}, refetch, { first, poll: nothing });
// without a live connection a page is as new as its last visit: nothing here is worth asking every few seconds
const nothing = () => {};

/** Gives the signed-in pages the settings of this installation and keeps the server type for the next start. */
export function SettingsProvider({ children }: { children: ReactNode }) {
  const { data, refetch } = useData(SystemSettingsQuery, {});
  useSystemLive(refetch, refetch);
  const rows = useMemo(() => new Map(data?.systemSettings.edges.map(({ node }) => [node.valueKey, node])), [data]);
  const system = useMemo(() => {
    const text = (key: string) => rows.get(key)?.valueStr || null;
    const picture = (key: string) => rows.get(key)?.valueBlob?.contentUrl ?? null;
    const serverType = text('server_type');
    // after a sign-out in another tab this browser keeps nothing but the language
    if (serverType && validToken()) localStorage.setItem(SERVER_TYPE, serverType);
    const before = unknown();
    return {
      ...before,
      systemName: text('system_name') ?? before.systemName,
      organisationName: text('organisation_name') ?? '',
      logoUrl: picture('system_logo'),
      darkLogoUrl: picture('system_logo_dark'),
      imprintUrl: text('imprint_url'),
      privacyUrl: text('privacy_url'),
      timeZone: text('time_zone') ?? before.timeZone,
      mapTiles: text('map_style_url'),
      directions: text('directions_url'),
      idleMinutes: Number(text('idle_minutes')) || null,
    };
  }, [rows]);
  useFavicon(rows.get('favicon')?.valueBlob?.contentUrl);
  return <Context value={system}>{children}</Context>;
}

type Status = {
  registrationOpen?: boolean;
  systemName?: string;
  organisationName?: string;
  logoUrl?: string | null;
  faviconUrl?: string | null;
  serverType?: string;
  imprintUrl?: string | null;
  privacyUrl?: string | null;
};

type Told = System & { faviconUrl: string | null };

async function fetchStatus(): Promise<Told> {
  const before = unknown();
  const response = await fetch('/api/status', { signal: AbortSignal.timeout(10_000) });
  const status = (await response.json()) as Status;
  return {
    ...before,
    systemName: status.systemName || before.systemName,
    organisationName: status.organisationName ?? '',
    logoUrl: status.logoUrl ?? null,
    faviconUrl: status.faviconUrl ?? null,
    imprintUrl: status.imprintUrl || null,
    privacyUrl: status.privacyUrl || null,
    registrationOpen: status.registrationOpen ?? false,
    isProduction: status.serverType === 'production',
  };
}

/** Gives the signed-out pages what the public status tells of this installation. */
export function StatusProvider({ children }: { children: ReactNode }) {
  const [system, setSystem] = useState<Told | null>(null);
  const load = useCallback(() => {
    // without an answer the pages show the built-in name and logo until the server is back
    fetchStatus().then(setSystem, connectionFailed);
  }, []);
  useEffect(() => {
    load();
    // a sign-in page may stand open for days; whoever comes back to it sees it as it is now
    const returned = () => {
      if (!document.hidden) load();
    };
    document.addEventListener('visibilitychange', returned);
    return () => document.removeEventListener('visibilitychange', returned);
  }, [load]);
  useConnectionRestored(load);
  useFavicon(system?.faviconUrl);
  return <Context value={system}>{children}</Context>;
}

/** Formats moments in the installation's time zone: only the time of day if it is today, else with the day. */
export function useMoment(): (moment: string) => string {
  const { timeZone } = useSystem();
  const now = useServerNow();
  return (moment) =>
    isSameDay(moment, now, timeZone) ? formatTime(moment, timeZone) : formatDateTime(moment, timeZone);
}
