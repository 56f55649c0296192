import { Button, Text } from '@mantine/core';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type IncomingKind, incomingKinds } from '#shared/incoming-kinds.ts';
import { textIn } from '#shared/label.ts';
import { useViewer } from '#web/lib/viewer.tsx';
import { DateTime } from '#web/ui/DateTime.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import { DraftDialog } from './DraftDialog.tsx';
import { IncomingAlerts } from './IncomingAlerts.tsx';
import { IncomingState } from './IncomingState.tsx';
import classes from './incoming.module.css';
import type { IncomingRow } from './queries.ts';
import { useIncomingActions } from './useIncomingActions.ts';

// of CAP; other programs have their own words
const capSeverities = ['Extreme', 'Severe', 'Moderate', 'Minor', 'Unknown'] as const;

type Props = { item: IncomingRow; onChanged: () => void };

function useSeverityText(): (severity: string) => string {
  const { t } = useTranslation('incoming');
  return (severity) => {
    const known = capSeverities.find((one) => one === severity);
    return known ? t(`severity.${known}`) : severity;
  };
}

/** One item: text, alerts, responsible person and actions. */
export function IncomingEntry({ item, onChanged }: Props) {
  const { t, i18n } = useTranslation('incoming');
  const severityText = useSeverityText();
  const titleId = useId(); // the page may show an item twice
  return (
    <li className={classes['item']} aria-labelledby={titleId}>
      <div className={classes['row']}>
        <Text fw={650} id={titleId} className={classes['title'] ?? ''}>
          {item.title}
        </Text>
        {item.severity && <StatusBadge tone="neutral">{severityText(item.severity)}</StatusBadge>}
        <span className={classes['quiet']}>
          {item.sourceName} · {textIn(incomingKinds[item.kind as IncomingKind], i18n.language)} ·{' '}
          <DateTime value={item.firstAt} />
        </span>
      </div>
      {item.lacksReference && (
        <p className={classes['remark']}>
          <Icon name="info" size={20} /> {t('lacksReference')}
        </p>
      )}
      {item.text && <p className={classes['text']}>{item.text}</p>}
      <IncomingAlerts item={item} />
      <div className={classes['foot']}>
        <IncomingState item={item} />
        <Actions item={item} onChanged={onChanged} />
      </div>
    </li>
  );
}

function Actions({ item, onChanged }: Props) {
  const { t } = useTranslation('incoming');
  const { can, user } = useViewer();
  const [isDrafting, setDrafting] = useState(false);
  const { take, close, release, busy } = useIncomingActions(item, onChanged);
  const { closedAt, takenBy, report } = item;
  const isMine = takenBy?._id === user._id;
  const isFree = !closedAt && !takenBy;
  return (
    <div className={classes['row']}>
      {report && (
        <Button component={Link} to={`/event/${report.event._id}/report/${report._id}`} variant="default">
          {t('openDraft')}
        </Button>
      )}
      {(closedAt || isMine) && (
        <Button variant="default" disabled={busy} onClick={() => void release()}>
          {t(closedAt ? 'reopen' : 'release')}
        </Button>
      )}
      {!closedAt && (
        <Button variant="default" disabled={busy} onClick={() => void close()}>
          {t('close')}
        </Button>
      )}
      {!report && (isFree || (isMine && !closedAt)) && can('draft_incoming') && (
        <Button variant="default" leftSection={<Icon name="edit" size={20} />} onClick={() => setDrafting(true)}>
          {t('draft.button')}
        </Button>
      )}
      {isFree && (
        <Button loading={busy} leftSection={<Icon name="person" size={20} />} onClick={() => void take()}>
          {t('take')}
        </Button>
      )}
      {isDrafting && <DraftDialog item={item} onClose={() => setDrafting(false)} onChanged={onChanged} />}
    </div>
  );
}
