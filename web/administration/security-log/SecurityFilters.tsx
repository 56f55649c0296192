import { Button, NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { securityKinds } from '#shared/security-log.ts';
import classes from '#web/administration/audit/audit.module.css';
import { DayInput } from '#web/fields/DayInput.tsx';
import { typedDay } from '#web/fields/dates.ts';
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

/** Narrows the security log by words, kind, person, network and time. */
export function SecurityFilters({ choice, onChange, onClear }: Props) {
  const { t, i18n } = useTranslation('administration');
  const label = useLabel();
  const { data } = useData(SecurityUsersQuery, {});
  const users = data?.securityUsers ?? [];
  const kinds = Object.entries(securityKinds).map(([value, kind]) => ({ value, label: label(kind.label) }));
  const select = (name: 'kind' | 'user', options: { value: string; label: string }[]) => (
    <NativeSelect
      label={t(`securityLog.filter.${name}`)}
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
        <SearchInput
          value={choice.search}
          onSearch={(value) => onChange('search', value)}
          label={t('securityLog.search')}
        />
      </div>
      {select(
        'kind',
        kinds.toSorted((a, b) => a.label.localeCompare(b.label, i18n.language)),
      )}
      {select(
        'user',
        users.map((user) => ({ value: String(user._id), label: fullName(user) })),
      )}
      <SearchInput
        value={choice.network}
        onSearch={(value) => onChange('network', value)}
        label={t('securityLog.filter.network')}
        labelled
      />
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
