import { Button, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import lines from '#web/contacts/contacts.module.css';
import { outcomes } from '#web/contacts/uploads/outcomes.ts';
import { useUndoUpload } from '#web/contacts/uploads/useUndoUpload.tsx';
import { apiMessage } from '#web/lib/i18n.ts';
import { fullName } from '#web/lib/viewer.tsx';
import { DateTime } from '#web/ui/DateTime.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { StatusBadge, type Tone } from '#web/ui/StatusBadge.tsx';
import type { DirectoryRunRow } from './queries.ts';

const tones: Record<string, Tone> = { applied: 'good', failed: 'bad', running: 'active', undoing: 'active' };

/** The last runs of a directory, with their result and undo. */
export function DirectoryRuns({ runs }: { runs: readonly DirectoryRunRow[] }) {
  const { t } = useTranslation('directories');
  return (
    <Stack gap="xs">
      <Title order={3} fz="md">
        {t('runs')}
      </Title>
      {runs.length === 0 ? (
        <Text c="gray.7">{t('noRuns')}</Text>
      ) : (
        <ul className={lines['lines']}>
          {runs.map((run, at) => (
            <DirectoryRun key={run.id} run={run} isNewest={at === 0} />
          ))}
        </ul>
      )}
    </Stack>
  );
}

function DirectoryRun({ run, isNewest }: { run: DirectoryRunRow; isNewest: boolean }) {
  const { t } = useTranslation(['directories', 'uploads']);
  const { undo, busy } = useUndoUpload();
  const { _id, status, held, error, insertedAt, insertedBy, canUndo } = run;
  const isWaiting = status === 'checked' && held !== null && isNewest;
  const counts = outcomes.filter((name) => run[name] > 0);
  const reason = isWaiting ? held : error;
  return (
    <li className={lines['line']}>
      <div className={lines['lineText']}>
        <div className={lines['lineHead']}>
          <Link to={`/administration/csvupload?id=${_id}&step=check`} className={lines['lineName']}>
            <DateTime value={insertedAt} />
          </Link>
          <StatusBadge tone={isWaiting ? 'warning' : (tones[status] ?? 'neutral')}>
            {isWaiting ? t('waiting') : t(`uploads:status.${status}`)}
          </StatusBadge>
        </div>
        <span className={lines['lineNote']}>
          {insertedBy ? fullName(insertedBy) : t('bySchedule')}
          {counts.length > 0 &&
            ` · ${counts.map((name) => t(`uploads:count.${name}`, { count: run[name] })).join(', ')}`}
        </span>
        {reason && <span className={lines['lineNote']}>{apiMessage(reason)}</span>}
      </div>
      {canUndo && (
        <Button
          variant="default"
          aria-label={t('undoNamed', { label: run.fileName })}
          loading={busy}
          leftSection={<Icon name="restore" />}
          onClick={() => void undo(run)}
        >
          {t('uploads:undo.button')}
        </Button>
      )}
    </li>
  );
}
