import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { queryOf } from '#web/lib/days.ts';
import { useSystem } from '#web/lib/system.tsx';
import { useUrlState } from '#web/lib/url-state.ts';
import { Page } from '#web/ui/Page.tsx';
import { SaveMenu } from '#web/ui/saving/SaveMenu.tsx';
import { SecurityFilters } from './SecurityFilters.tsx';
import { SecurityList } from './SecurityList.tsx';
import { type SecurityChoice, securityFilter } from './security-filter.ts';

/** The security log: sign-ins, refusals, downloads, messages and changes of rights. */
export function SecurityLogPage() {
  const { t } = useTranslation('administration');
  const { timeZone } = useSystem();
  const { choice, change, clear } = useSecurityChoice();
  const filter = securityFilter(choice, timeZone);
  return (
    <Page
      title={t('securityLog.title')}
      subtitle={t('securityLog.subtitle')}
      breadcrumb={[{ label: t('title'), to: '/administration' }]}
      actions={
        <SaveMenu
          path="/api/v2/security_entries"
          query={queryOf(filter)}
          name={t('securityLog.file_name')}
          formats={['xlsx', 'csv']}
        />
      }
    >
      <Stack gap="lg">
        <SecurityFilters choice={choice} onChange={change} onClear={clear} />
        <SecurityList key={JSON.stringify(filter)} filter={filter} />
      </Stack>
    </Page>
  );
}

function useSecurityChoice() {
  const [search, setSearch] = useUrlState('search');
  const [kind, setKind] = useUrlState('kind');
  const [user, setUser] = useUrlState('user');
  const [network, setNetwork] = useUrlState('network');
  const [from, setFrom] = useUrlState('from');
  const [to, setTo] = useUrlState('to');
  const [, setParameters] = useSearchParams();
  const setters = { search: setSearch, kind: setKind, user: setUser, network: setNetwork, from: setFrom, to: setTo };
  return {
    choice: { search, kind, user, network, from, to } satisfies SecurityChoice,
    change: (name: keyof SecurityChoice, value: string) => setters[name](value),
    clear: () => setParameters({}, { replace: true }),
  };
}
