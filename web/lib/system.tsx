import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useState } from 'react';
import { useServerNow } from './clock.ts';
import { connectionFailed, useConnectionRestored } from './connection.ts';
import { useData } from './data.ts';
import { formatDateTime, formatTime, isSameDay } from './format.ts';
import { useLive } from './live.ts';
import { SystemChanged, SystemSettingsQuery } from './queries.ts';
import { validToken } from './session.ts';
import { useFavicon } from './tab/favicon.ts';

export type System = {
  systemName: string;
  organisationName: string;
  logoUrl: string | null;
  /** The logo for dark backgrounds. */
  darkLogoUrl: string | null;
  imprintUrl: string | null;
  privacyUrl: string | null;
  timeZone: string;
  /** The URL of tiles with {z}, {x} and {y}; null without maps. */
  mapTiles: string | null;
  /** The URL of directions, with {to} for the place. */
  directions: string | null;
  registrationOpen: boolean;
  /** Minutes without input until sign-out; null for never. */
  idleMinutes: number | null;
  /** False for test installations. */
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

export function useSystem(): System {
  return use(Context) ?? unknown();
}

/** Provides known data without a request. */
export const SystemOf = ({ system, children }: { system: System; children: ReactNode }) => (
  <Context value={system}>{children}</Context>
);

/**
 * Calls `refetch` on changes in the administration, over one connection. Calls `first` once connected, because
 * prefetched data may be outdated.
 */
export const useSystemLive = (refetch: () => void, first: () => void = nothing): void =>
  useLive(SystemChanged, {}, refetch, { first, poll: nothing });
// without a live connection, this data isn't worth polling
const nothing = () => {};

/** Provides settings to signed-in pages and stores the server type for the next start. */
export function SettingsProvider({ children }: { children: ReactNode }) {
  const { data, refetch } = useData(SystemSettingsQuery, {});
  useSystemLive(refetch, refetch);
  const rows = useMemo(() => new Map(data?.systemSettings.edges.map(({ node }) => [node.valueKey, node])), [data]);
  const system = useMemo(() => {
    const text = (key: string) => rows.get(key)?.valueStr || null;
    const picture = (key: string) => rows.get(key)?.valueBlob?.contentUrl ?? null;
    const serverType = text('server_type');
    // after a sign-out only the language may remain
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

/** Provides the public status to signed-out pages. */
export function StatusProvider({ children }: { children: ReactNode }) {
  const [system, setSystem] = useState<Told | null>(null);
  const load = useCallback(() => {
    // until then, pages show the built-in name and logo
    fetchStatus().then(setSystem, connectionFailed);
  }, []);
  useEffect(() => {
    load();
    // a sign-in page may stay open for days
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

/** Returns a formatter: time only for today, otherwise with the day. */
export function useMoment(): (moment: string) => string {
  const { timeZone } = useSystem();
  const now = useServerNow();
  return (moment) =>
    isSameDay(moment, now, timeZone) ? formatTime(moment, timeZone) : formatDateTime(moment, timeZone);
}
