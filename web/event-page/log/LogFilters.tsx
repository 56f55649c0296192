import { Button, Checkbox } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { SearchInput } from '#web/ui/SearchInput.tsx';
import classes from './LogFilters.module.css';
import { type LogChoice, logGroupOrder, noChoice } from './log-choice.ts';
import { MomentInput } from './MomentInput.tsx';

type Props = { choice: LogChoice; onChange: (choice: LogChoice) => void };

/** Filters the log by kind, person and time. */
export function LogFilters({ choice, onChange }: Props) {
  const { t } = useTranslation('events');
  const change = (part: Partial<LogChoice>) => onChange({ ...choice, ...part });
  return (
    <search className={classes['filters']}>
      <Checkbox.Group
        className={classes['wide'] ?? ''}
        label={t('log.filter.groups')}
        value={choice.groups}
        onChange={(groups) => change({ groups: logGroupOrder.filter((group) => groups.includes(group)) })}
      >
        <div className={classes['groups']}>
          {logGroupOrder.map((group) => (
            <Checkbox key={group} value={group} size="md" label={t(`log.groups.${group}`)} />
          ))}
        </div>
      </Checkbox.Group>
      <div className={classes['wide']}>
        <SearchInput value={choice.person} onSearch={(person) => change({ person })} label={t('log.filter.person')} />
      </div>
      <MomentInput name="from" label={t('log.filter.from')} value={choice.from} onChange={(from) => change({ from })} />
      <MomentInput
        name="until"
        label={t('log.filter.until')}
        value={choice.until}
        onChange={(until) => change({ until })}
      />
      <Button variant="subtle" className={classes['clear'] ?? ''} onClick={() => onChange(noChoice)}>
        {t('log.filter.clear')}
      </Button>
    </search>
  );
}
