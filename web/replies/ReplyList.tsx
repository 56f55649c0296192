import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#shared/limits.ts';
import { useData } from '#web/lib/data.ts';
import { useLive } from '#web/lib/live.ts';
import { useViewer } from '#web/lib/viewer.tsx';
import { LoadMore } from '#web/ui/loading/LoadMore.tsx';
import { EmptyState, QueryView } from '#web/ui/states.tsx';
import { AssignDialog } from './AssignDialog.tsx';
import { RepliesChanged, RepliesQuery, type ReplyRow } from './queries.ts';
import { ReplyItem } from './ReplyItem.tsx';
import classes from './replies.module.css';
import { useReplyActions } from './useReplyActions.ts';

const PAGE = 20;

type Props = {
  /** Null: replies without an event. */
  event: string | null;
  isOpen: boolean;
};

/** The replies with their actions, newest first, live. */
export function ReplyList({ event, isOpen }: Props) {
  const { t } = useTranslation('replies');
  const { can } = useViewer();
  const [first, setFirst] = useState(PAGE);
  const [assigning, setAssigning] = useState<ReplyRow | null>(null);
  const state = useData(RepliesQuery, { event, isOpen, first }, { keepPrevious: true });
  const { file, reopen } = useReplyActions(state.refetch);
  useLive(RepliesChanged, {}, state.refetch);
  const decides = can('record_answer');
  return (
    <>
      <QueryView state={state}>
        {({ replies }) =>
          replies.totalCount === 0 ? (
            <EmptyState title={t(isOpen ? 'empty' : 'emptyDone')} text={isOpen ? t('emptyText') : undefined} />
          ) : (
            <>
              <ul className={classes['list']}>
                {replies.edges.map(({ node }) => (
                  <ReplyItem
                    key={node.id}
                    reply={node}
                    onAssign={decides ? () => setAssigning(node) : undefined}
                    onFile={decides && node.isOpen ? () => void file(node) : undefined}
                    onReopen={decides && !node.isOpen ? () => void reopen(node) : undefined}
                  />
                ))}
              </ul>
              <LoadMore
                shown={replies.edges.length}
                total={replies.totalCount}
                onMore={() => setFirst(Math.min(limits.maximumPage, first + PAGE))}
                loading={state.refreshing}
              />
            </>
          )
        }
      </QueryView>
      {assigning && (
        <AssignDialog
          reply={assigning}
          onClose={() => setAssigning(null)}
          onReopen={reopen}
          onChanged={state.refetch}
        />
      )}
    </>
  );
}
