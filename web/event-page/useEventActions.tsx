import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { type CombinedError, useMutation } from 'urql';
import type { Feature } from '#shared/permissions.ts';
import { UpdateEventMutation } from '#web/events/queries.ts';
import { type EventState, stateOf } from '#web/events/state.ts';
import { useMoment } from '#web/lib/system.tsx';
import { toast } from '#web/lib/toasts/toast.ts';
import { useViewer } from '#web/lib/viewer.tsx';
import { useConfirm } from '#web/ui/confirm.tsx';
import type { IconName } from '#web/ui/icons.ts';
import {
  ArchiveEventMutation,
  ContinueEventMutation,
  DeleteEventMutation,
  type EventDetails,
  FinishEventMutation,
  RestoreEventMutation,
} from './queries.ts';
import { useAllClear } from './useAllClear.ts';

/** An action on an event; `run` asks first. */
export type EventAction = { label: string; icon: IconName; danger: boolean; run: () => void };

type Verb = 'start' | 'finish' | 'continue' | 'archive' | 'restore' | 'delete';

const verbs: Record<Verb, { from: EventState[]; feature: Feature; icon: IconName; danger?: true }> = {
  start: { from: ['draft'], feature: 'edit_event', icon: 'play' },
  finish: { from: ['running'], feature: 'finish_event', icon: 'checkCircle' },
  continue: { from: ['finished'], feature: 'continue_event', icon: 'play' },
  restore: { from: ['archived'], feature: 'archive_event', icon: 'restore' },
  archive: { from: ['draft', 'finished'], feature: 'archive_event', icon: 'archive' },
  delete: { from: ['draft', 'finished', 'archived'], feature: 'delete_event', icon: 'trash', danger: true },
};

/** Returns the viewer's actions on the event in its state, likeliest first, each with a confirmation. */
export function useEventActions(event: EventDetails, onChanged: () => void): EventAction[] {
  const { t } = useTranslation('events');
  const { can } = useViewer();
  const confirm = useConfirm();
  const navigate = useNavigate();
  const run = useVerbs();
  const { openAllClear } = useAllClear();
  const moment = useMoment();
  const state = stateOf(event);

  const ask = async (verb: Verb) => {
    const isUnheard = verb === 'finish' && !event.alerted && event.activations.edges.length > 0;
    const isStranded =
      verb === 'finish' &&
      event.activations.edges.some(({ node }) => node.answers.goal !== 'over' && node.answers.stranded > 0);
    const text = [
      ...(isUnheard ? [t('ask.finish.unheard')] : []),
      ...(isStranded && !isUnheard ? [t('ask.finish.stranded')] : []),
      t(`ask.${verb}.text`),
    ].join(' ');
    const danger = isUnheard || isStranded || (verbs[verb].danger ?? false);
    if (!(await confirm({ title: t(`ask.${verb}.title`, { name: event.name }), text, danger }))) return;
    const { error, alerted } = await run[verb](event.id);
    if (error) return;
    const given = verb === 'finish' && event.allClearAt;
    toast.success(
      [t(`ask.${verb}.done`), given && t('end.wasGiven', { time: moment(given) })].filter(Boolean).join(' '),
    );
    onChanged();
    if (verb === 'delete') return navigate('/events');
    if (
      alerted &&
      !given &&
      can('send_message') &&
      (await confirm({ title: t('ask.allClear.title'), text: t('ask.allClear.text') }))
    ) {
      await openAllClear(event.id);
    }
  };

  return (Object.keys(verbs) as Verb[])
    .filter((verb) => verbs[verb].from.includes(state) && can(verbs[verb].feature))
    .map((verb) => ({
      label: t(`action.${verb}`),
      icon: verbs[verb].icon,
      danger: verbs[verb].danger ?? false,
      run: () => void ask(verb),
    }));
}

type Run = (id: string) => Promise<{ error?: CombinedError | undefined; alerted?: boolean | undefined }>;

function useVerbs(): Record<Verb, Run> {
  const [, update] = useMutation(UpdateEventMutation);
  const [, finish] = useMutation(FinishEventMutation);
  const [, resume] = useMutation(ContinueEventMutation);
  const [, archive] = useMutation(ArchiveEventMutation);
  const [, restore] = useMutation(RestoreEventMutation);
  const [, remove] = useMutation(DeleteEventMutation);
  return {
    start: (id) => update({ input: { id, eventStatus: 'published' } }),
    finish: async (id) => {
      const { error, data } = await finish({ id });
      return { error, alerted: data?.finishEvent.alerted };
    },
    continue: (id) => resume({ id }),
    archive: (id) => archive({ id }),
    restore: (id) => restore({ id }),
    delete: (id) => remove({ id }),
  };
}
