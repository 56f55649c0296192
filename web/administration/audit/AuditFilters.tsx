import { useTranslation } from 'react-i18next';
import { EntryFilters, EntrySelect } from '#web/administration/entries/EntryFilters.tsx';
import { useData } from '#web/lib/data.ts';
import { fullName } from '#web/lib/viewer.tsx';
import type { AuditChoice } from './audit-filter.ts';
import { AuditSourcesQuery } from './queries.ts';
import { useAuditWords } from './useAuditWords.ts';

const actions = ['create', 'update', 'switch_off', 'remove'] as const;
type Props = { choice: AuditChoice; onChange: (name: keyof AuditChoice, value: string) => void; onClear: () => void };

/** Filters the audit log by words, kind, user, action and time. */
export function AuditFilters({ choice, onChange, onClear }: Props) {
  const { t, i18n } = useTranslation('administration');
  const { typeName } = useAuditWords();
  const { data } = useData(AuditSourcesQuery, {});
  const { types = [], users = [] } = data?.auditSources ?? {};
  const kinds = types.map((type) => ({ value: type, label: typeName(type) }));
  const select = (name: 'type' | 'by' | 'action', options: { value: string; label: string }[]) => (
    <EntrySelect
      label={t(`audit.filter.${name}`)}
      value={choice[name]}
      onChange={(value) => onChange(name, value)}
      options={options}
    />
  );
  return (
    <EntryFilters choice={choice} onChange={onChange} onClear={onClear} search={t('audit.search')}>
      {select(
        'type',
        kinds.toSorted((a, b) => a.label.localeCompare(b.label, i18n.language)),
      )}
      {select(
        'by',
        users.map((user) => ({ value: String(user._id), label: fullName(user) })),
      )}
      {select(
        'action',
        actions.map((action) => ({ value: action, label: t(`audit.action.${action}`) })),
      )}
    </EntryFilters>
  );
}
