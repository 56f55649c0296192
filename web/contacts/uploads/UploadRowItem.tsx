import { VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { apiMessage } from '#web/lib/i18n.ts';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import { outcomeLooks, rowOutcomeOf } from './outcomes.ts';
import type { UploadChange, UploadRow } from './queries.ts';
import classes from './uploads.module.css';

/** One row of a file: the person, and each changed field or error. */
export function UploadRowItem({ row }: { row: UploadRow }) {
  const { t } = useTranslation('uploads');
  const outcome = rowOutcomeOf(row.outcome);
  const name = row.name || t('row.nameless');
  const changes = (row.changes ?? []) as UploadChange[];
  return (
    <li className={classes['row']}>
      <div className={classes['rowHead']}>
        {row.person ? (
          <Link to={`/person/${row.person._id}`} className={classes['rowName']}>
            {name}
          </Link>
        ) : (
          <span className={classes['rowName']}>{name}</span>
        )}
        <StatusBadge {...outcomeLooks[outcome]}>{t(`outcome.${outcome}`)}</StatusBadge>
        <span className={classes['line']}>{t('row.line', { line: row.line })}</span>
      </div>
      <Said said={row.problems} className="problems" />
      <Said said={row.remarks} className="remarks" label={t('row.remarks')} />
      {changes.length > 0 && (
        <dl className={classes['changes']} data-outcome={outcome}>
          {changes.map((change) => (
            <div key={change.field}>
              <dt>{change.label}</dt>
              <dd>
                <Change change={change} isNew={outcome === 'created'} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  );
}

type SaidProps = { said: UploadRow['problems']; className: 'problems' | 'remarks'; label?: string };

function Said({ said, className, label }: SaidProps) {
  const { t } = useTranslation('uploads');
  if (said.length === 0) return null;
  return (
    <ul className={classes[className]} aria-label={label}>
      {said.map(({ key, column, label: field, line, value }) => (
        <li key={`${key} ${column} ${field} ${value}`}>
          {column && (
            <strong>{t(field && field !== column ? 'row.columnField' : 'row.column', { column, field })} </strong>
          )}
          {!column && field && <strong>{field}: </strong>}
          {value && <span className={classes['value']}>{t('row.value', { value })} </span>}
          {apiMessage(key)}
          {line !== null && ` (${t('row.line', { line })})`}
        </li>
      ))}
    </ul>
  );
}

function Change({ change: { before, after, isHidden }, isNew }: { change: UploadChange; isNew: boolean }) {
  const { t } = useTranslation('uploads');
  if (isHidden) return <em>{t('row.hidden')}</em>;
  if (isNew || before === null) return <ins>{after}</ins>;
  return (
    <>
      <VisuallyHidden>{t('row.before')}: </VisuallyHidden>
      <del>{before}</del>
      <span aria-hidden="true"> → </span>
      <VisuallyHidden>{t('row.after')}: </VisuallyHidden>
      <ins>{after ?? t('row.empty')}</ins>
    </>
  );
}
