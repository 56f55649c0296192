import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react';
import { connectionFailed, useConnectionRestored } from './connection.ts';
import { useData } from './data.ts';
import { SystemSettingsQuery } from './queries.ts';

/** What a page shows of this installation. */
export type System = {
  systemName: string;
  organisationName: string;
  logoUrl: string | null;
  imprintUrl: string | null;
  privacyUrl: string | null;
  timeZone: string;
  registrationOpen: boolean;
  /** Coloured bars are for the real thing only: everything else than production is a test. */
  isProduction: boolean;
};

const SERVER_TYPE = 'serverType';
const unknown = (): System => ({
  systemName: 'Meldekette',
  organisationName: '',
  logoUrl: null,
  imprintUrl: null,
  privacyUrl: null,
  timeZone: 'Europe/Berlin',
  registrationOpen: false,
  isProduction: localStorage.getItem(SERVER_TYPE) === 'production',
});

const Context = createContext<System | null>(null);

/** The installation's name, logo and kind. */
export function useSystem(): System {
  return use(Context) ?? unknown();
}

/** Gives the signed-in pages the settings of this installation and keeps the server type for the next start. */
export function SettingsProvider({ children }: { children: ReactNode }) {
  const { data } = useData(SystemSettingsQuery, {});
  const system = useMemo(() => {
    const rows = new Map(data?.systemSettings.edges.map(({ node }) => [node.valueKey, node]));
    const text = (key: string) => rows.get(key)?.valueStr || null;
    const serverType = text('server_type');
    if (serverType) localStorage.setItem(SERVER_TYPE, serverType);
    const before = unknown();
    return {
      ...before,
      systemName: text('system_name') ?? before.systemName,
      organisationName: text('organisation_name') ?? '',
      logoUrl: rows.get('system_logo')?.valueBlob?.contentUrl ?? null,
      imprintUrl: text('imprint_url'),
      privacyUrl: text('privacy_url'),
      timeZone: text('time_zone') ?? before.timeZone,
    };
  }, [data]);
  const favicon = data?.systemSettings.edges.find(({ node }) => node.valueKey === 'favicon')?.node.valueBlob;
  useEffect(() => {
    if (favicon) document.querySelector('link[rel="icon"]')?.setAttribute('href', favicon.contentUrl);
  }, [favicon]);
  return <Context value={system}>{children}</Context>;
}

type Status = {
  registrationOpen?: boolean;
  systemName?: string;
  organisationName?: string;
  logoUrl?: string | null;
  serverType?: string;
  imprintUrl?: string | null;
  privacyUrl?: string | null;
};

async function fetchStatus(): Promise<System> {
  const before = unknown();
  const response = await fetch('/api/status', { signal: AbortSignal.timeout(10_000) });
  const status = (await response.json()) as Status;
  if (status.serverType) localStorage.setItem(SERVER_TYPE, status.serverType);
  return {
    ...before,
    systemName: status.systemName || before.systemName,
    organisationName: status.organisationName ?? '',
    logoUrl: status.logoUrl ?? null,
    imprintUrl: status.imprintUrl || null,
    privacyUrl: status.privacyUrl || null,
    registrationOpen: status.registrationOpen ?? false,
    isProduction: status.serverType === 'production',
  };
}

/** Gives the signed-out pages what the public status tells of this installation. */
export function StatusProvider({ children }: { children: ReactNode }) {
  const [system, setSystem] = useState<System | null>(null);
  const load = () => {
    // without an answer the pages show the built-in name and logo until the server is back
    fetchStatus().then(setSystem, connectionFailed);
  };
  useEffect(load, []);
  useConnectionRestored(load);
  return <Context value={system}>{children}</Context>;
}
