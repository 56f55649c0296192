import { useTranslation } from 'react-i18next';
import entries from '#web/administration/entries/entries.module.css';
import { fullName } from '#web/lib/viewer.tsx';
import { DateTime } from '#web/ui/DateTime.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import type { IconName } from '#web/ui/icons.ts';
import classes from './audit.module.css';
import { type Change, changesIn } from './changes.ts';
import { LongText } from './LongText.tsx';
import type { AuditEntry } from './queries.ts';
import { useAuditWords } from './useAuditWords.ts';

const signs: Record<string, IconName> = { create: 'plus', update: 'edit', switch_off: 'pause', remove: 'trash' };

type Values = Record<string, unknown> | null;

/** One change of the administration: subject, user and time, then each value before and after. */
export function AuditItem({ entry }: { entry: AuditEntry }) {
  const { t, i18n } = useTranslation('administration');
  const { typeName, rowName } = useAuditWords();
  const changes = changesIn(entry.before as Values, entry.after as Values, i18n.language);
  const isUpdate = entry.action === 'update';
  return (
    <li className={entries['entry']}>
      <span className={entries['sign']}>
        <Icon name={signs[entry.action] ?? 'edit'} size={20} />
      </span>
      <div className={entries['body']}>
        <p className={entries['what']}>
          {t(`audit.what.${entry.action}`, { type: typeName(entry.type), name: rowName(entry) })}
        </p>
        <p className={entries['who']}>
          <DateTime value={entry.at} /> · {entry.by ? fullName(entry.by) : t('audit.program')}
        </p>
        {/* the action already implies it */}
        {entry.action !== 'switch_off' &&
          changes.length > 0 &&
          (isUpdate ? (
            <Changes entry={entry} changes={changes} />
          ) : (
            <details className={classes['details']}>
              <summary>{t('audit.values', { count: changes.length })}</summary>
              <Changes entry={entry} changes={changes} />
            </details>
          ))}
      </div>
    </li>
  );
}

function Changes({ entry, changes }: { entry: AuditEntry; changes: Change[] }) {
  const { fieldName } = useAuditWords();
  return (
    <dl className={classes['changes']}>
      {changes.map((change, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two parts may be called the same, and an entry never changes
        <div key={at}>
          <dt>{fieldName(entry, change)}</dt>
          <dd>
            <ChangedValue entry={entry} change={change} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function ChangedValue({ entry, change }: { entry: AuditEntry; change: Change }) {
  const { t } = useTranslation('administration');
  const { valueWords } = useAuditWords();
  if (change.hidden) return t('audit.hidden');
  const shown = (value: unknown, kind: 'was' | 'is') => (
    <LongText className={value === null || value === '' ? '' : classes[kind]}>
      {valueWords(entry, change, value)}
    </LongText>
  );
  if (entry.action === 'create') return shown(change.after, 'is');
  if (entry.action === 'remove') return shown(change.before, 'was');
  return (
    <div className={classes['pair']}>
      {shown(change.before, 'was')}
      <Icon name="chevronRight" size={16} label={t('audit.becomes')} />
      {shown(change.after, 'is')}
    </div>
  );
}
