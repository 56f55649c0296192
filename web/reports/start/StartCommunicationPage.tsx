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
import { LazyWhichEnded, LazyWhichKind, loadMessageQuestions } from './message-questions.ts';
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
  const [question, setQuestion] = useState<Question>();
  const { start, busy } = useStart();
  usePrefetch(loadMessageQuestions);
  usePrefetch(fetchDraft);
  const { open, chosen, gone, mode } = choice;
  const isAllClear = (reportType: string) => types.find(({ id }) => id === reportType)?.identifier === 'all_clear';
  const choose = (reportType: string) => {
    if (!choice.isKnown) return; // its event is still loading
    if (!chosen && isAllClear(reportType)) setQuestion({ about: 'ended', reportType });
    else if (!chosen && (gone || !mode)) setQuestion({ about: 'mode', reportType });
    else beginOrAsk(reportType, chosen);
  };
  const beginOrAsk = (reportType: string, event: OpenEvent | undefined) => {
    const kind = event?.eventType?.id ?? event?.activationEventType?.id;
    // an all-clear has the kind of its alarm
    if (kind || (event?.alerted && isAllClear(reportType))) begin(reportType, kind ?? '', event);
    else setQuestion({ about: 'kind', reportType, event });
  };
  const begin = (reportType: string, kind: string, event: OpenEvent | undefined) => {
    setQuestion(undefined);
    const input = event
      ? { event: event.id, eventType: kind, reportType }
      : { eventType: kind, reportType, ...(mode && { mode }) };
    void start(input, isAllClear(reportType) && event?.alerted ? event.id : null);
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
            tiles={types.filter(({ identifier }) => isPossible(identifier, chosen, open))}
            marked={types.find(({ identifier }) => identifier === type)?.id}
            busy={busy}
            icon="message"
            onChoose={choose}
          />
        </section>
      </Stack>
      {question && (
        <Questions
          question={question}
          name={types.find(({ id }) => id === question.reportType)?.name ?? ''}
          choice={choice}
          onAsk={setQuestion}
          onKind={(kind) => begin(question.reportType, kind, question.event)}
          onEvent={(event) => {
            setQuestion(undefined);
            choice.setEvent(String(event._id));
            beginOrAsk(question.reportType, event);
          }}
        />
      )}
    </>
  );
}

/** What is asked before a draft of a type begins: real or exercise, the ended event, or the kind of a new one. */
type Question = {
  about: 'mode' | 'ended' | 'kind';
  reportType: string;
  /** Stays the event of the answer, even if it ends: a message for it must not begin a new one. */
  event?: OpenEvent | undefined;
};
type QuestionsProps = {
  question: Question;
  /** The name of the type. */
  name: string;
  choice: ChoiceProps['choice'];
  onAsk: (question: Question | undefined) => void;
  onKind: (kind: string) => void;
  onEvent: (event: OpenEvent) => void;
};

function Questions({ question, name, choice, onAsk, onKind, onEvent }: QuestionsProps) {
  const { about, reportType } = question;
  const onClose = () => onAsk(undefined);
  return (
    <Suspense fallback={null}>
      {about === 'mode' && (
        <LazyWhichMode
          kind={name}
          gone={choice.gone}
          mode={choice.mode}
          onClose={onClose}
          onChoose={(as) => {
            choice.setMode(as);
            onAsk({ about: 'kind', reportType });
          }}
        />
      )}
      {about === 'ended' && <LazyWhichEnded events={choice.open} onChoose={onEvent} onClose={onClose} />}
      {about === 'kind' && <LazyWhichKind onChoose={onKind} onClose={onClose} />}
    </Suspense>
  );
}

const isOver = (event: OpenEvent): boolean => ['archived', 'deleted'].includes(stateOf(event));

/** Never an exercise, so that no live message ends up in one. */
const onlyLive = (open: OpenEvent[]): OpenEvent | undefined => {
  const [only, ...others] = open.filter(({ mode }) => mode === 'LIVE');
  return others.length === 0 ? only : undefined;
};

/** An all-clear needs an event, which is asked for if none is chosen; an ended one allows nothing else. */
const isPossible = (type: string, event: OpenEvent | undefined, open: OpenEvent[]): boolean =>
  type === 'all_clear' ? event !== undefined || open.length > 0 : !event || stateOf(event) !== 'finished';

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
