import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { isSecurityKind, type SecurityKindName, securityKinds } from '#shared/security-log.ts';
import classes from '#web/administration/entries/entries.module.css';
import { fullName } from '#web/lib/viewer.tsx';
import { DateTime } from '#web/ui/DateTime.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import type { IconName } from '#web/ui/icons.ts';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import type { SecurityEntry } from './queries.ts';
import { type LogWords, useSecurityWords } from './useSecurityWords.ts';

const signs: Record<SecurityKindName, IconName> = {
  sign_in: 'person',
  sign_in_failed: 'crossCircle',
  sign_in_locked: 'lock',
  sign_out: 'logout',
  session_ended: 'logout',
  device_trusted: 'phone',
  device_ended: 'phone',
  password_reset_requested: 'key',
  password_changed: 'key',
  second_factor: 'key',
  passkey_copied: 'key',
  user_changed: 'group',
  sign_in_way_changed: 'key',
  api_key_changed: 'key',
  api_key_used: 'key',
  access_changed: 'settings',
  denied: 'stop',
  link_refused: 'link',
  contacts_exported: 'download',
  exported: 'download',
  sent: 'send',
  stopped: 'stop',
  released: 'check',
  lost: 'offline',
};

/** One entry of the security log: action and count, subject, time, user and address. */
export function SecurityItem({ entry }: { entry: SecurityEntry }) {
  const { t } = useTranslation('administration');
  const words = useSecurityWords();
  const { kind, count, subjectName } = entry;
  const what = words.what(entry);
  const detail = words.detail(entry);
  const isWarning = isSecurityKind(kind) && ['warning', 'error'].includes(securityKinds[kind].severity);
  return (
    <li className={classes['entry']}>
      <span className={classes['sign']} data-warning={isWarning}>
        <Icon name={isSecurityKind(kind) ? signs[kind] : 'lock'} size={20} />
      </span>
      <div className={classes['body']}>
        <p className={classes['what']}>
          {words.kindName(kind)}
          {subjectName && `: ${subjectName}`}{' '}
          {count > 1 && (
            <StatusBadge tone={isWarning ? 'warning' : 'neutral'}>{t('securityLog.times', { count })}</StatusBadge>
          )}
        </p>
        <p className={classes['who']}>
          <DateTime value={entry.at} />
          {entry.lastAt && (
            <>
              {' – '}
              <DateTime value={entry.lastAt} />
            </>
          )}
          {' · '}
          {words.who(entry, entry.by && fullName(entry.by))}
          {entry.apiKey && ` · ${t('securityLog.key', { name: entry.apiKey })}`}
          {entry.network && ` · ${entry.network}`}
        </p>
        {(what || detail) && (
          <p className={classes['detail']}>
            <Words said={what} />
            {what && detail && ' · '}
            <Words said={detail} />
          </p>
        )}
        <Further entry={entry} />
      </div>
    </li>
  );
}

function Words({ said }: { said: LogWords }) {
  return said && ('code' in said ? <code>{said.code}</code> : said.words);
}

function Further({ entry: { kind, subjectType, subjectId, subjectName } }: { entry: SecurityEntry }) {
  const { t } = useTranslation('administration');
  if (subjectType === 'Event' && subjectName !== null)
    return (
      <Anchor component={Link} to={`/event/${subjectId}`}>
        {t('securityLog.toEvent')}
      </Anchor>
    );
  const type = kind === 'user_changed' || kind === 'second_factor' ? 'User' : kind === 'api_key_changed' && 'ApiKey';
  if (!type) return null;
  return (
    <Anchor component={Link} to={`/administration/auditlog?type=${type}`}>
      {t('securityLog.toAudit')}
    </Anchor>
  );
}
