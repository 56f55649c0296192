import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { limits } from '#shared/limits.ts';
import classes from '#web/contacts/contacts.module.css';
import { useData } from '#web/lib/data.ts';
import { useUrlState } from '#web/lib/url-state.ts';
import { fullName } from '#web/lib/viewer.tsx';
import { DateTime } from '#web/ui/DateTime.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { LoadMore } from '#web/ui/loading/LoadMore.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { StatusBadge, type Tone } from '#web/ui/StatusBadge.tsx';
import { QueryView } from '#web/ui/states.tsx';
import { outcomes } from './outcomes.ts';
import { type UploadLineRow, UploadsQuery } from './queries.ts';
import { isUnderWay, useFollowed } from './underWay.ts';
import { useUndoUpload } from './useUndoUpload.tsx';

const PAGE = 10;
const tones: Record<string, Tone> = {
  applied: 'good',
  failed: 'bad',
  running: 'active',
  checking: 'active',
  undoing: 'active',
};

/** Past uploads with user, time, result and undo. */
export function UploadHistory() {
  const { t } = useTranslation('uploads');
  const [pages, setPages] = useUrlState('pages', '1');
  const page = Math.max(1, Number(pages) || 1);
  const first = Math.min(limits.maximumPage, PAGE * page);
  const state = useData(UploadsQuery, { first }, { keepPrevious: true });
  useFollowed(state.data?.uploads.edges.some(({ node }) => isUnderWay(node)) ?? false, state.refetch);
  return (
    <Panel title={t('history.title')}>
      <QueryView state={state}>
        {({ uploads: { edges, totalCount } }) =>
          edges.length === 0 ? (
            t('history.none')
          ) : (
            <>
              <ul className={classes['lines']}>
                {edges.map(({ node }) => (
                  <UploadLine key={node.id} upload={node} />
                ))}
              </ul>
              <LoadMore
                shown={edges.length}
                total={totalCount}
                loading={state.refreshing}
                onMore={() => setPages(String(page + 1))}
              />
            </>
          )
        }
      </QueryView>
    </Panel>
  );
}

function UploadLine({ upload }: { upload: UploadLineRow }) {
  const { t } = useTranslation('uploads');
  const { undo, busy } = useUndoUpload();
  const { _id, fileName, insertedAt, insertedBy, canUndo } = upload;
  const status = upload.error === 'error_upload_unmapped' ? 'unmapped' : upload.status;
  const counts = ([...outcomes, 'remarked'] as const).filter((name) => upload[name] > 0);
  return (
    <li className={classes['line']}>
      <div className={classes['lineText']}>
        <div className={classes['lineHead']}>
          <Link to={`/administration/csvupload?id=${_id}&step=check`} className={classes['lineName']}>
            {fileName}
          </Link>
          <StatusBadge tone={tones[status] ?? 'neutral'}>{t(`status.${status}`)}</StatusBadge>
        </div>
        <span className={classes['lineNote']}>
          <DateTime value={insertedAt} />
          {insertedBy && ` · ${fullName(insertedBy)}`}
          {counts.length > 0 && ` · ${counts.map((name) => t(`count.${name}`, { count: upload[name] })).join(', ')}`}
        </span>
      </div>
      {canUndo && (
        <Button
          variant="default"
          aria-label={t('undo.label', { file: fileName })}
          loading={busy}
          leftSection={<Icon name="restore" />}
          onClick={() => void undo(upload)}
        >
          {t('undo.button')}
        </Button>
      )}
    </li>
  );
}
