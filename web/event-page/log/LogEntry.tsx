import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fullName } from '#web/lib/viewer.tsx';
import { DateTime } from '#web/ui/DateTime.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import classes from './EventLog.module.css';
import { LogEntryForm } from './LogEntryForm.tsx';
import type { LogEntryRow } from './queries.ts';

type Props = {
  event: { id: string; name: string };
  entry: LogEntryRow;
  mayWrite: boolean;
  onSaved: () => void;
};

/** One entry as written, with links to and from corrections; a correction is another entry. */
export function LogEntry({ event, entry, mayWrite, onSaved }: Props) {
  const { t } = useTranslation('events');
  const [correcting, setCorrecting] = useState(false);
  const by = entry.by && fullName(entry.by);
  const about = entry.person && fullName(entry.person);
  const { corrects, corrections } = entry;
  return (
    <li className={classes['entry']}>
      <div>
        <DateTime value={entry.happenedAt} show="second" />
        {entry.happenedAt !== entry.at && (
          <span className={classes['quiet']}>
            {t('log.entered')} <DateTime value={entry.at} show="second" />
          </span>
        )}
      </div>
      <div>
        {corrects && (
          <span className={classes['correction']}>
            <Icon name="edit" size={16} /> {t('log.corrects')}{' '}
            <q>
              <Short text={corrects.text} />
            </q>{' '}
            (<DateTime value={corrects.happenedAt} show="second" />)
          </span>
        )}
        <span className={classes['entryText']}>{about ? `${about}: ${entry.text}` : entry.text}</span>
        <span className={classes['quiet']}>{by ?? t('log.system')}</span>
        {corrections.map(({ id, at, text }) => (
          <span key={id} className={classes['correction']}>
            <Icon name="edit" size={16} /> {t('log.corrected')}{' '}
            <q>
              <Short text={text} />
            </q>{' '}
            (<DateTime value={at} show="second" />)
          </span>
        ))}
        {mayWrite && entry.kind === 'note' && !correcting && (
          <Button
            variant="subtle"
            size="compact-sm"
            className={classes['correct'] ?? ''}
            onClick={() => setCorrecting(true)}
          >
            {t('log.correct')}
          </Button>
        )}
        {correcting && (
          <LogEntryForm
            event={event}
            corrects={entry}
            choosesTime
            onCancel={() => setCorrecting(false)}
            onSaved={() => {
              setCorrecting(false);
              onSaved();
            }}
          />
        )}
      </div>
    </li>
  );
}

const Short = ({ text }: { text: string }) => (text.length > 160 ? `${text.slice(0, 159)}…` : text);
