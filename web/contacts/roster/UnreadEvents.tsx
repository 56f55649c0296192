import { Alert, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { fromLocalInput } from '#shared/zoned.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { useSystem } from '#web/lib/system.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import type { CalendarImport } from './queries.ts';
import classes from './roster.module.css';

/** The rejected events of a calendar with reasons, and the number of other events without a future turn. */
export function UnreadEvents({ found }: { found: CalendarImport }) {
  const { t } = useTranslation('roster');
  const { timeZone } = useSystem();
  const reasons: Record<CalendarImport['unread'][number]['reason'], (part: string) => string> = {
    TIMES: (part) => t('import.unread.times', { part }),
    RULE: (part) => t('import.unread.rule', { part }),
    START: () => t('import.unread.start'),
    CHANGE: () => t('import.unread.change'),
    DECLINED: () => t('import.unread.declined'),
    LONG: () => t('import.unread.long'),
    OLDER: () => t('import.unread.older'),
    ABSENT: () => t('import.unread.absent'),
    OTHERS: (part) => t('import.unread.others', { part }),
    KIND: (part) => t('import.unread.kind', { count: Number(part) }),
  };
  const further = found.unreadCount - found.unread.length;
  const shown = (local: string) => formatDateTime(fromLocalInput(local, timeZone) ?? local, timeZone);
  const others = [
    found.outside > 0 && t('import.outside', { count: found.outside }),
    found.cancelled > 0 && t('import.cancelled', { count: found.cancelled }),
  ].filter(Boolean);
  return (
    <>
      {found.unreadCount > 0 && (
        <Alert
          color="yellow"
          icon={<Icon name="info" />}
          title={t('import.unread.title', { count: found.unreadCount })}
        >
          <ul className={classes['people']}>
            {found.unread.map(({ name, starts, reason, part }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: events may be equal
              <li key={at}>
                <strong>{name || t('import.unread.untitled')}</strong>
                {starts && ` · ${shown(starts)}`}: {reasons[reason](part ?? '')}
              </li>
            ))}
          </ul>
          {further > 0 && t('import.unread.further', { count: further })}
        </Alert>
      )}
      {others.length > 0 && <Text size="sm">{others.join(' ')}</Text>}
    </>
  );
}
