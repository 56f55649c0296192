import { Button, NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DayInput } from '#web/fields/DayInput.tsx';
import { typedDay } from '#web/fields/dates.ts';
import { useData } from '#web/lib/data.ts';
import { fullName } from '#web/lib/viewer.tsx';
import { SearchInput } from '#web/ui/SearchInput.tsx';
import classes from './audit.module.css';
import type { AuditChoice } from './audit-filter.ts';
import { AuditSourcesQuery } from './queries.ts';
import { useAuditWords } from './useAuditWords.ts';

const actions = ['create', 'update', 'switch_off', 'remove'] as const;
type Props = { choice: AuditChoice; onChange: (name: keyof AuditChoice, value: string) => void; onClear: () => void };

/** Narrows the audit log by words, kind, who, what and time. */
export function AuditFilters({ choice, onChange, onClear }: Props) {
  const { t, i18n } = useTranslation('administration');
  const { typeName } = useAuditWords();
  const { data } = useData(AuditSourcesQuery, {});
  const { types = [], users = [] } = data?.auditSources ?? {};
  const kinds = types.map((type) => ({ value: type, label: typeName(type) }));
  const select = (name: 'type' | 'by' | 'action', options: { value: string; label: string }[]) => (
    <NativeSelect
      label={t(`audit.filter.${name}`)}
      value={choice[name]}
      onChange={({ currentTarget }) => onChange(name, currentTarget.value)}
      data={[{ value: '', label: t('audit.filter.all') }, ...options]}
    />
  );
  const day = (name: 'from' | 'to') => (
    <DayInput
      label={t(`audit.filter.${name}`)}
      value={choice[name]}
      onChange={(chosen) => onChange(name, typedDay(chosen) ?? '')}
    />
  );
  return (
    <div className={classes['filters']}>
      <div className={classes['search']}>
        <SearchInput value={choice.search} onSearch={(value) => onChange('search', value)} label={t('audit.search')} />
      </div>
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
      {day('from')}
      {day('to')}
      {Object.values(choice).some(Boolean) && (
        <Button variant="subtle" className={classes['clear'] ?? ''} onClick={onClear}>
          {t('audit.filter.clear')}
        </Button>
      )}
    </div>
  );
}
