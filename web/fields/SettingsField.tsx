import { useTranslation } from 'react-i18next';
import type { CellProps } from './cell.ts';
import classes from './fields.module.css';

/** What a channel is set up with; a secret only says whether it is set. */
export function SettingsCell({ value }: CellProps) {
  const { t } = useTranslation();
  const entries = Object.entries(value as Record<string, unknown>).filter(([, entry]) => entry !== null);
  if (entries.length === 0) return <span>–</span>;
  const words = (entry: unknown) => (typeof entry === 'boolean' ? t(entry ? 'yes' : 'no') : String(entry));
  return (
    <dl className={classes['settings']}>
      {entries.map(([name, entry]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{words(entry)}</dd>
        </div>
      ))}
    </dl>
  );
}
