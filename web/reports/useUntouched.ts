import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { useClient } from 'urql';
import { undoToast } from '#web/ui/undo-toast.tsx';
import { CreateActivationMutation, DeleteReportMutation, type ReportDetails } from './queries.ts';

/** What an activation was started with: the same again makes the same draft. */
export type Started = { eventType: string; event?: string; report?: string; mode?: 'LIVE' | 'EXERCISE' | 'TEST' };

/** What the way from the start to the draft carries along. */
export type StartedState = { started: Started };

/**
 * Discards a draft that was only just started, when its page is left and nothing of it was touched; it can be had again.
 * The returned function says that something was.
 */
export function useUntouched(report: ReportDetails): () => void {
  const { t } = useTranslation('reports');
  const client = useClient();
  const navigate = useNavigate();
  const { state } = useLocation() as { state: Partial<StartedState> | null };
  const started = useRef(state?.started);
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined);
  const discard = useRef(() => {});
  discard.current = () => {
    const again = started.current;
    if (!again || showsDraft(report)) return;
    started.current = undefined;
    const removed = client.mutation(DeleteReportMutation, { id: report.id, ifUntouched: true }).toPromise();
    void removed.then(({ error }) => {
      if (error) return;
      const takeBack = async () => {
        const { data } = await client.mutation(CreateActivationMutation, { input: again }).toPromise();
        if (!data) return;
        const { event, _id } = data.createActivation;
        await navigate(`/event/${event._id}/report/${_id}`, { state: { started: again } satisfies StartedState });
      };
      undoToast(t('discard.untouched'), () => void takeBack());
    });
  };
  useEffect(() => {
    clearTimeout(leaving.current); // a page that is only drawn anew was not left
    return () => {
      leaving.current = setTimeout(() => discard.current());
    };
  }, []);
  return () => {
    if (!started.current) return;
    started.current = undefined;
    forgetStarted();
  };
}

/** Takes away what the way here carried along: who comes back to the page, or loads it anew, finds a touched draft. */
const forgetStarted = () => window.history.replaceState({ ...window.history.state, usr: null }, '');

/** Whether the page that is shown now belongs to the draft: its own, or those of the event that was made for it alone. */
function showsDraft({ _id, event }: ReportDetails): boolean {
  const page = `${window.location.hash.split('?')[0]}/`;
  const isPrepared = event.eventStatus.identifier === 'draft';
  return page.startsWith(`#/event/${event._id}/${isPrepared ? '' : `report/${_id}/`}`);
}
