import { Stack, Title } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { useMutation } from 'urql';
import { stateOf } from '#web/events/state.ts';
import { useData } from '#web/lib/data.ts';
import { useViewer } from '#web/lib/viewer.tsx';
import { launchOnce } from '#web/messages/launch-keys.ts';
import { CreateAllClearMutation } from '#web/reports/queries.ts';
import { SendSteps } from '#web/reports/send/SendSteps.tsx';
import { usePrefetch } from '#web/ui/lazy-with-fallback.tsx';
import { ModeBanner } from '#web/ui/ModeBanner.tsx';
import { Page } from '#web/ui/Page.tsx';
import { NotAllowed, QueryView } from '#web/ui/states.tsx';
import { ChooseEvent } from './ChooseEvent.tsx';
import { type Mode, useStartChoice } from './choice.ts';
import { ExerciseSwitch } from './ExerciseSwitch.tsx';
import { fetchDraft } from './fetch-draft.ts';
import { GoneNote } from './GoneNote.tsx';
import { LazyWhichKind, loadMessageQuestions } from './message-questions.ts';
import { CreateCommunicationMutation, type OpenEvent, ReportTypesQuery } from './queries.ts';
import { LazyWhichMode } from './questions.ts';
import { StartContext } from './StartContext.tsx';
import { Tiles } from './Tiles.tsx';

/** Step 1 of a communication: the kind of report and its event. */
export function StartCommunicationPage() {
  const { t } = useTranslation('reports');
  const { can } = useViewer();
  const [parameters] = useSearchParams();
  const choice = useStartChoice({ isOver, likely: onlyLive });
  const types = useData(ReportTypesQuery, {});
  if (!can('create_communication')) return <NotAllowed title={t('start.communication')} />;
  return (
    <Page title={t('start.communication')} breadcrumb={[{ label: t('crumb.start'), to: '/' }]}>
      <SendSteps step={1} />
      <QueryView state={choice.state}>
        {() => (
          <QueryView state={types}>
            {({ reportTypes }) => (
              <Choice
                choice={choice}
                type={parameters.get('type') ?? ''}
                types={reportTypes.edges
                  .map(({ node }) => node)
                  .filter(({ identifier }) => identifier !== 'activation')}
              />
            )}
          </QueryView>
        )}
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
type ChoiceProps = { choice: ReturnType<typeof useStartChoice>; type: string; types: ReportType[] };

function Choice({ choice, type, types }: ChoiceProps) {
  const { t } = useTranslation('reports');
  const [asked, setAsked] = useState('');
  const [asWhat, setAsWhat] = useState('');
  const { start, busy } = useStart();
  usePrefetch(loadMessageQuestions);
  usePrefetch(fetchDraft);
  const { open, chosen, gone, mode } = choice;
  const known = chosen?.eventType?.id ?? chosen?.activationEventType?.id;
  const choose = (reportType: string) => {
    if (!choice.isKnown) return; // its event is still loading
    if (!chosen && (gone || !mode)) setAsWhat(reportType);
    else if (known) begin(reportType, known);
    else setAsked(reportType);
  };
  const begin = (reportType: string, kind: string) => {
    setAsked('');
    const isAllClear = types.find(({ id }) => id === reportType)?.identifier === 'all_clear';
    const input = chosen
      ? { event: chosen.id, eventType: kind, reportType }
      : { eventType: kind, reportType, ...(mode && { mode }) };
    void start(input, isAllClear && chosen?.alerted ? chosen.id : null);
  };
  return (
    <>
      <ModeBanner mode={mode ?? 'LIVE'} />
      {gone && <GoneNote gone={gone} mode={mode} />}
      <Stack gap="lg">
        <StartContext
          event={chosen?.name ?? (choice.value && !choice.isKnown ? t('start.whichEvent') : gone?.name)}
          mode={mode}
        >
          {(gone || open.length > 0) && (
            <ChooseEvent events={open} gone={gone} value={choice.value} onChange={choice.setEvent} />
          )}
          {!chosen && <ExerciseSwitch isMessage mode={mode} onChange={choice.setMode} />}
        </StartContext>
        <section>
          <Title order={2} mb="sm">
            {t('start.whatToSend')}
          </Title>
          <Tiles
            tiles={types.filter(({ identifier }) => isPossible(identifier, chosen))}
            marked={types.find(({ identifier }) => identifier === type)?.id}
            busy={busy}
            icon="message"
            onChoose={choose}
          />
        </section>
      </Stack>
      <Suspense fallback={null}>
        {asWhat && (
          <LazyWhichMode
            kind={types.find(({ id }) => id === asWhat)?.name ?? ''}
            gone={gone}
            mode={mode}
            onClose={() => setAsWhat('')}
            onChoose={(as) => {
              choice.setMode(as);
              setAsked(asWhat);
              setAsWhat('');
            }}
          />
        )}
        {asked && <LazyWhichKind onChoose={(kind) => begin(asked, kind)} onClose={() => setAsked('')} />}
      </Suspense>
    </>
  );
}

const isOver = (event: OpenEvent): boolean => ['archived', 'deleted'].includes(stateOf(event));

/** Never an exercise, so that no live message ends up in one. */
const onlyLive = (open: OpenEvent[]): OpenEvent | undefined => {
  const [only, ...others] = open.filter(({ mode }) => mode === 'LIVE');
  return others.length === 0 ? only : undefined;
};

/** An all-clear needs an event; an ended one allows nothing else. */
const isPossible = (type: string, event: OpenEvent | undefined): boolean =>
  type === 'all_clear' ? event !== undefined : !event || stateOf(event) !== 'finished';

type Input = { eventType: string; reportType: string; event?: string; mode?: Mode };

/** Prepares the communication. An all-clear for an alarm goes to its recipients. */
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
