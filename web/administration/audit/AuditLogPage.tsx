import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { queryOf } from '#web/lib/days.ts';
import { useSystem } from '#web/lib/system.tsx';
import { useUrlState } from '#web/lib/url-state.ts';
import { Page } from '#web/ui/Page.tsx';
import { SaveMenu } from '#web/ui/saving/SaveMenu.tsx';
import { AuditFilters } from './AuditFilters.tsx';
import { AuditIntegrity } from './AuditIntegrity.tsx';
import { AuditList } from './AuditList.tsx';
import { type AuditChoice, auditFilter } from './audit-filter.ts';

/** The audit log: changes in the administration. */
export function AuditLogPage() {
  const { t } = useTranslation('administration');
  const { timeZone } = useSystem();
  const { choice, change, clear } = useAuditChoice();
  const filter = auditFilter(choice, timeZone);
  return (
    <Page
      title={t('audit.title')}
      subtitle={t('audit.subtitle')}
      breadcrumb={[{ label: t('title'), to: '/administration' }]}
      actions={
        <SaveMenu
          path="/api/v2/audit_entries"
          query={queryOf(filter)}
          name={t('audit.file_name')}
          formats={['xlsx', 'csv']}
        />
      }
    >
      <Stack gap="lg">
        <AuditIntegrity />
        <AuditFilters choice={choice} onChange={change} onClear={clear} />
        <AuditList key={JSON.stringify(filter)} filter={filter} />
      </Stack>
    </Page>
  );
}

function useAuditChoice() {
  const [search, setSearch] = useUrlState('search');
  const [type, setType] = useUrlState('type');
  const [action, setAction] = useUrlState('action');
  const [by, setBy] = useUrlState('by');
  const [from, setFrom] = useUrlState('from');
  const [to, setTo] = useUrlState('to');
  const [, setParameters] = useSearchParams();
  const setters = { search: setSearch, type: setType, action: setAction, by: setBy, from: setFrom, to: setTo };
  return {
    choice: { search, type, action, by, from, to } satisfies AuditChoice,
    change: (name: keyof AuditChoice, value: string) => setters[name](value),
    clear: () => setParameters({}, { replace: true }),
  };
}
