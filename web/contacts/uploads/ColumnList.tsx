import { Button, Select } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { typeName } from '#web/contacts/people/person-values.ts';
import { apiMessage } from '#web/lib/i18n.ts';
import { dropdown } from '#web/ui/dropdown.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import type { Upload, UploadTarget } from './queries.ts';
import classes from './uploads.module.css';

type Mapping = (string | null)[];
type Props = {
  columns: Upload['columns'];
  mapping: Mapping;
  targets: UploadTarget[];
  onChange: (mapping: Mapping) => void;
};

/** The columns of a file with their first values and targets. */
export function ColumnList({ columns, mapping, targets, onChange }: Props) {
  const { t, i18n } = useTranslation('uploads');
  const [isWhole, setWhole] = useState(false);
  const choices = (own: string | null) =>
    targets.map((target) => ({
      value: target.identifier,
      label: typeName(target, i18n.language),
      disabled: !target.isRepeatable && target.identifier !== own && mapping.includes(target.identifier),
    }));
  const empty = columns.filter(({ isEmpty }) => isEmpty).length;
  return (
    <>
      <ul className={classes['columns']}>
        {columns.map(({ header, samples, isEmpty, problem }, at) => {
          if (isEmpty && !isWhole) return null;
          const target = mapping[at] ?? null;
          const name = header || t('map.nameless', { place: at + 1 });
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: columns keep their place and may share a header
            <li key={at} className={classes['column']} data-unmapped={target === null}>
              <div className={classes['header']}>
                <strong>{name}</strong>
                <span className={classes['samples']}>{samples.join(' · ') || t('map.noSamples')}</span>
              </div>
              <Icon name="chevronRight" className={classes['arrow']} />
              <div className={classes['target']}>
                <Select
                  aria-label={t('map.target', { column: name })}
                  placeholder={t('map.leaveOut')}
                  data={choices(target)}
                  value={target}
                  onChange={(value) => onChange(mapping.with(at, value))}
                  searchable
                  clearable
                  clearButtonProps={{ 'aria-label': t('map.clear', { column: name }) }}
                  {...dropdown}
                  nothingFoundMessage={t('map.noneFound')}
                />
                {target === null && (
                  <StatusBadge tone="warning" icon="minus">
                    {t('map.unmapped')}
                  </StatusBadge>
                )}
                {target === null && problem && <small>{apiMessage(problem)}</small>}
              </div>
            </li>
          );
        })}
      </ul>
      {empty > 0 && (
        <Button variant="subtle" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {t(isWhole ? 'map.hideEmpty' : 'map.showEmpty', { count: empty })}
        </Button>
      )}
    </>
  );
}
