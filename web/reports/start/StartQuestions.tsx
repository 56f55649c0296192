import { Suspense } from 'react';
import { useNavigate } from 'react-router';
import { LazyUnknownEvents, LazyWhichEvent, LazyWhichMode } from './questions.ts';
import { type ActivationStart, isGeneral } from './useActivationStart.ts';

/** The questions between a tile and step 2, one at a time. */
export function StartQuestions({ start }: { start: ActivationStart }) {
  const navigate = useNavigate();
  const { choice, unknown, stopWaiting, asWhat, setAsWhat, asked, setAsked, nearTo, goOnWith, begin } = start;
  const { state: running, gone, mode } = choice;
  return (
    <Suspense fallback={null}>
      {unknown && (
        <LazyUnknownEvents
          kind={unknown.name}
          busy={running.refreshing}
          onLookAgain={running.refetch}
          onClose={stopWaiting}
          onNew={() => {
            stopWaiting();
            begin(unknown, undefined);
          }}
        />
      )}
      {asWhat && (
        <LazyWhichMode
          kind={asWhat.name}
          gone={gone}
          mode={mode}
          onClose={() => setAsWhat(undefined)}
          onChoose={(as) => {
            setAsWhat(undefined);
            choice.setMode(as);
            goOnWith(asWhat, as);
          }}
        />
      )}
      {asked && (
        <LazyWhichEvent
          kind={asked.name}
          events={nearTo(asked)}
          // for unprepared events, the kind doesn't show that two are the same
          isSame={({ eventType, activationEventType }) =>
            [eventType?.id, activationEventType?.id].includes(asked.id) && !isGeneral(asked)
          }
          onGo={({ _id }) => {
            setAsked(undefined); // no second question if the user returns before the event's page renders
            void navigate(`/event/${_id}`);
          }}
          onClose={() => setAsked(undefined)}
          onNew={() => {
            setAsked(undefined);
            begin(asked, undefined);
          }}
          onBelongs={(within) => {
            setAsked(undefined);
            begin(asked, within);
          }}
        />
      )}
    </Suspense>
  );
}
