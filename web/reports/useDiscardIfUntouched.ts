import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { useClient } from 'urql';
import { undoToast } from '#web/ui/undo-toast.tsx';
import { CreateActivationMutation, DeleteReportMutation, type ReportDetails } from './queries.ts';

/** The same parameters create the same draft. */
export type Started = { eventType: string; event?: string; report?: string; mode?: 'LIVE' | 'EXERCISE' | 'TEST' };

export type StartedState = { started: Started };

/**
 * Discards a new, untouched draft when the user leaves its page. It can be restored. The returned function marks it as
 * touched.
 */
export function useDiscardIfUntouched(report: ReportDetails): () => void {
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
    clearTimeout(leaving.current); // a rerender doesn't leave the page
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

/** Makes the draft count as touched after a return or reload. */
const forgetStarted = () => window.history.replaceState({ ...window.history.state, usr: null }, '');

/** Returns whether the page belongs to the draft, or to an event created for it. */
function showsDraft({ _id, event }: ReportDetails): boolean {
  const page = `${window.location.hash.split('?')[0]}/`;
  const isPrepared = event.eventStatus.identifier === 'draft';
  return page.startsWith(`#/event/${event._id}/${isPrepared ? '' : `report/${_id}/`}`);
}
