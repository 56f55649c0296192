import { useTranslation } from 'react-i18next';
import { securityKinds } from '#shared/security-log.ts';
import { EntryFilters, EntrySelect } from '#web/administration/entries/EntryFilters.tsx';
import { useData } from '#web/lib/data.ts';
import { useLabel } from '#web/lib/label.ts';
import { fullName } from '#web/lib/viewer.tsx';
import { SearchInput } from '#web/ui/SearchInput.tsx';
import { SecurityUsersQuery } from './queries.ts';
import type { SecurityChoice } from './security-filter.ts';

type Props = {
  choice: SecurityChoice;
  onChange: (name: keyof SecurityChoice, value: string) => void;
  onClear: () => void;
};

/** Filters the security log by words, kind, person, network and time. */
export function SecurityFilters({ choice, onChange, onClear }: Props) {
  const { t, i18n } = useTranslation('administration');
  const label = useLabel();
  const { data } = useData(SecurityUsersQuery, {});
  const users = data?.securityUsers ?? [];
  const kinds = Object.entries(securityKinds).map(([value, kind]) => ({ value, label: label(kind.label) }));
  return (
    <EntryFilters choice={choice} onChange={onChange} onClear={onClear} search={t('securityLog.search')}>
      <EntrySelect
        label={t('securityLog.filter.kind')}
        value={choice.kind}
        onChange={(value) => onChange('kind', value)}
        options={kinds.toSorted((a, b) => a.label.localeCompare(b.label, i18n.language))}
      />
      <EntrySelect
        label={t('securityLog.filter.user')}
        value={choice.user}
        onChange={(value) => onChange('user', value)}
        options={users.map((user) => ({ value: String(user._id), label: fullName(user) }))}
      />
      <SearchInput
        value={choice.network}
        onSearch={(value) => onChange('network', value)}
        label={t('securityLog.filter.network')}
        labelled
      />
    </EntryFilters>
  );
}
