import { Stack, Title } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { useMutation } from 'urql';
import { stateOf } from '#web/events/state.ts';
import { useData } from '#web/lib/data.ts';
import { useViewer } from '#web/lib/viewer.tsx';
import { launchOnce } from '#web/messages/launch-keys.ts';
import { CreateAllClearMutation } from '#web/reports/queries.ts';
import { SendSteps } from '#web/reports/send/SendSteps.tsx';
import { ModeBanner } from '#web/ui/ModeBanner.tsx';
import { Page } from '#web/ui/Page.tsx';
import { NotAllowed, QueryView } from '#web/ui/states.tsx';
import { ChooseEvent } from './ChooseEvent.tsx';
import { ExerciseSwitch } from './ExerciseSwitch.tsx';
import { fetchDraft } from './fetch-draft.ts';
import { useOpenEvents } from './open-events.ts';
import { CreateCommunicationMutation, type OpenEvent, ReportTypesQuery } from './queries.ts';
import classes from './start.module.css';
import { Tiles } from './Tiles.tsx';
import { WhichKind } from './WhichKind.tsx';

/** Step 1 of a communication: for which event, and what kind of report. */
export function StartCommunicationPage() {
  const { t } = useTranslation('reports');
  const { can } = useViewer();
  const [parameters] = useSearchParams();
  const wanted = parameters.get('event') ?? '';
  const { state, open } = useOpenEvents(wanted);
  const types = useData(ReportTypesQuery, {});
  if (!can('create_communication')) return <NotAllowed title={t('start.communication')} />;
  return (
    <Page title={t('start.communication')} breadcrumb={[{ label: t('crumb.start'), to: '/' }]}>
      <SendSteps step={1} />
      <QueryView state={state}>
        {() => {
          // never an exercise by itself: who wants to inform for real must not land in one unawares
          const [only, ...others] = open.filter(({ mode }) => mode === 'LIVE');
          const likely = only && others.length === 0 ? String(only._id) : '';
          return (
            <QueryView state={types}>
              {({ reportTypes }) => (
                <Choice
                  events={open}
                  first={wanted || likely}
                  type={parameters.get('type') ?? ''}
                  types={reportTypes.edges
                    .map(({ node }) => node)
                    .filter(({ identifier }) => identifier !== 'activation')}
                />
              )}
            </QueryView>
          );
        }}
      </QueryView>
    </Page>
  );
}

type ReportType = {
  id: string;
  identifier: string;
  name: string;
  description: string | null;
  icon: { contentUrl: string } | null;
};
type ChoiceProps = { events: OpenEvent[]; first: string; type: string; types: ReportType[] };

function Choice({ events, first, type, types }: ChoiceProps) {
  const { t } = useTranslation('reports');
  const [event, setEvent] = useState(first);
  const [exercise, setExercise] = useState(false);
  const [asked, setAsked] = useState('');
  const { start, busy } = useStart();
  useEffect(fetchDraft, []);
  const chosen = events.find(({ _id }) => String(_id) === event);
  const known = chosen?.eventType?.id ?? chosen?.activationEventType?.id;
  const begin = (reportType: string, kind: string) => {
    setAsked('');
    const isAllClear = types.find(({ id }) => id === reportType)?.identifier === 'all_clear';
    const mode = exercise ? 'EXERCISE' : 'LIVE';
    const input = chosen
      ? { event: chosen.id, eventType: kind, reportType }
      : ({ eventType: kind, reportType, mode } as const);
    void start(input, isAllClear && chosen?.alerted ? chosen.id : null);
  };
  return (
    <>
      <ModeBanner mode={chosen?.mode ?? (exercise ? 'EXERCISE' : 'LIVE')} />
      <Stack gap="lg">
        <div className={classes['context']}>
          {events.length > 0 && <ChooseEvent events={events} value={event} onChange={setEvent} />}
          {!chosen && <ExerciseSwitch checked={exercise} onChange={setExercise} />}
        </div>
        <section>
          <Title order={2} mb="sm">
            {t('start.whatToSend')}
          </Title>
          <Tiles
            tiles={types.filter(({ identifier }) => isPossible(identifier, chosen))}
            marked={types.find(({ identifier }) => identifier === type)?.id}
            busy={busy}
            icon="message"
            onChoose={(reportType) => (known ? begin(reportType, known) : setAsked(reportType))}
          />
        </section>
      </Stack>
      {asked && <WhichKind onChoose={(kind) => begin(asked, kind)} onClose={() => setAsked('')} />}
    </>
  );
}

/** There is nothing to give the all-clear for without an event, and nothing else to send in a finished one. */
const isPossible = (type: string, event: OpenEvent | undefined): boolean =>
  type === 'all_clear' ? event !== undefined : !event || stateOf(event) !== 'finished';

type Input = { eventType: string; reportType: string; event?: string; mode?: 'LIVE' | 'EXERCISE' };

/** Prepares the communication and leads to step 2; the all-clear for an alarm goes to those it reached. */
function useStart() {
  const navigate = useNavigate();
  const [busy, setBusy] = useState('');
  const [, create] = useMutation(CreateCommunicationMutation);
  const [, giveAllClear] = useMutation(CreateAllClearMutation);
  const start = async (input: Input, allClearOf: string | null) => {
    if (busy) return;
    setBusy(input.reportType);
    const made = allClearOf
      ? (await giveAllClear({ event: allClearOf })).data?.createAllClear
      : (await launchOnce(`start:${JSON.stringify(input)}`, (key) => create({ input, key }))).data?.createCommunication;
    setBusy('');
    if (made) await navigate(`/event/${made.event._id}/report/${made._id}`);
  };
  return { start, busy };
}
