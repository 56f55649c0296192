import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type RefObject, Suspense, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { EndStrip } from '#web/events/EndStrip.tsx';
import { NobodyNotifiedStrip } from '#web/events/NobodyNotifiedStrip.tsx';
import { stateOf } from '#web/events/state.ts';
import { useUrlState } from '#web/lib/url-state.ts';
import { fullName, useViewer } from '#web/lib/viewer.tsx';
import { AuthorText } from '#web/messages/AuthorText.tsx';
import { ReportTypeSign } from '#web/messages/signs/ReportTypeSign.tsx';
import { inMailboxOnly, isDraft, isWaiting, isWithdrawn } from '#web/messages/status.ts';
import { Folded } from '#web/reports/Folded.tsx';
import { FollowNotes } from '#web/reports/FollowNotes.tsx';
import type { ReportDetails } from '#web/reports/queries.ts';
import { ReportMenu } from '#web/reports/ReportMenu.tsx';
import { useDraftRights } from '#web/reports/rights.ts';
import { DateTime } from '#web/ui/DateTime.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { lazyWithFallback, usePrefetch } from '#web/ui/lazy-with-fallback.tsx';
import { NotLoaded } from '#web/ui/loading/NotLoaded.tsx';
import { PartNotLoaded } from '#web/ui/loading/PartNotLoaded.tsx';
import { ModeBanner } from '#web/ui/ModeBanner.tsx';
import { Page } from '#web/ui/Page.tsx';
import { PaperProvider } from '#web/ui/print/Paper.tsx';
import { LivePart } from '#web/ui/translated/LivePart.tsx';
import { Board } from './Board.tsx';
import { Channels } from './Channels.tsx';
import { PhoneBar } from './PhoneBar.tsx';
import { Recording } from './Recording.tsx';
import { ReleaseNote } from './ReleaseNote.tsx';
import classes from './ReportLive.module.css';
import { isLong, PeopleFrame, ReportPeople } from './ReportPeople.tsx';
import { StandDownBanner } from './StandDown.tsx';

const loadAddChannels = async () => (await import('#web/reports/draft/AddChannelsDialog.tsx')).AddChannelsDialog;
const AddChannelsDialog = lazyWithFallback(loadAddChannels, NotLoaded);
const loadPrepareAgain = async () => (await import('#web/reports/draft/PrepareAgain.tsx')).PrepareAgain;
const PrepareAgain = lazyWithFallback(loadPrepareAgain, PartNotLoaded);

const loadWaiting = async () => (await import('./WaitingMessages.tsx')).WaitingMessages;
const WaitingMessages = lazyWithFallback(loadWaiting, PartNotLoaded);
const loadPrepared = async () => (await import('./PreparedChannel.tsx')).PreparedChannel;
const PreparedChannel = lazyWithFallback(loadPrepared, PartNotLoaded);

const loadRollCall = async () => (await import('#web/reports/roll-call/RollCall.tsx')).RollCall;
const RollCall = lazyWithFallback(loadRollCall, PartNotLoaded);

type Props = { report: ReportDetails; version: number; onChanged: () => void };

export function ReportLive({ report, version, onChanged }: Props) {
  const { t } = useTranslation('reports');
  const { show, setShow, narrow, people } = useShownPeople();
  const { launched, prepared, waiting, told, asks, isTakenBack } = partsOf(report);
  const { compose } = useDraftRights(report);
  const mayCheck = useViewer().can('release_message') || compose;
  const isOver = asks && report.answers.goal === 'over';
  const kind = report.reportType.identifier === 'activation' ? 'activation' : 'report';
  // nothing goes below a list of thousands
  const listFirst = asks && !isLong(report);
  const isRollCall = asks && report.answers.rollCall !== null;
  const list = told && !isRollCall && (
    <div ref={people} className={classes['people']}>
      <PeopleFrame title={t('live.people')}>
        <LivePart>
          <ReportPeople {...{ report, show, version, onChanged }} asksAnswer={asks} onShow={setShow} />
        </LivePart>
      </PeopleFrame>
    </div>
  );
  return (
    <PaperProvider>
      <Page
        title={report.title}
        sign={<ReportTypeSign reportType={report.reportType} size={38} />}
        subtitle={<Subtitle report={report} />}
        isOneLine={asks}
        breadcrumb={[
          { label: t('crumb.events'), to: '/events' },
          { label: report.event.name, to: `/event/${report.event._id}` },
        ]}
        actions={<ReportMenu report={report} onChanged={onChanged} />}
      >
        <ModeBanner mode={report.event.mode} />
        <StandDownBanner report={report} onChanged={onChanged} />
        <Recording report={report} onChanged={onChanged}>
          <div className={classes['page']} data-board={asks || undefined}>
            {isOver && <EndStrip of={{ allClearAt: report.allClearAt, finishedAt: report.event.finishedAt }} />}
            {report.stayedInside && !isTakenBack && !isOver && (
              <NobodyNotifiedStrip
                what={inMailboxOnly(launched) ? 'mailbox' : report.stayedInside}
                of={kind}
                call={report.answers.none > 0 ? () => narrow(isRollCall ? 'not_heard' : 'unanswered') : undefined}
              />
            )}
            <FollowNotes report={report} />
            <Suspense fallback={null}>{isTakenBack && <PrepareAgain report={report} messages={launched} />}</Suspense>
            <Suspense fallback={null}>
              {prepared.map((message) => (
                <PreparedChannel key={message.id} {...{ report, message, version, onChanged }} />
              ))}
            </Suspense>
            {asks && (
              <Progress {...{ report, show, version, onChanged, isRollCall }} listRef={people} onShow={narrow} />
            )}
            {listFirst && list}
            <ReleaseNote messages={launched} mayCheck={mayCheck} />
            <Channels
              {...{ report, onChanged }}
              messages={launched}
              isFoldable={asks}
              actions={<AddChannel report={report} hasDrafts={prepared.length > 0} onChanged={onChanged} />}
            >
              <Folded label={t('live.text')} onPaper={t('live.textOnPaper')} icon="report">
                <AuthorText text={(told ?? report).content} />
              </Folded>
            </Channels>
            <Suspense fallback={null}>
              {waiting.length > 0 && <WaitingMessages report={report} messages={waiting} mayCheck={mayCheck} />}
            </Suspense>
            {!listFirst && list}
            {asks && !isRollCall && <PhoneBar report={report} onShow={narrow} />}
          </div>
        </Recording>
      </Page>
    </PaperProvider>
  );
}

type ProgressProps = Props & {
  isRollCall: boolean;
  show: string;
  listRef: RefObject<HTMLDivElement | null>;
  onShow: (show: string) => void;
};

/** The answers so far. */
function Progress({ isRollCall, listRef, ...props }: ProgressProps) {
  return isRollCall ? (
    <Suspense fallback={null}>
      <RollCall {...props} listRef={listRef} />
    </Suspense>
  ) : (
    <LivePart>
      <Board {...props} />
    </LivePart>
  );
}

/** Groups a report's messages by state. `told`: the first that people received. */
function partsOf(report: ReportDetails) {
  const messages = report.messages.edges.map(({ node }) => node);
  const launched = messages.filter(({ status }) => !isDraft(status));
  const prepared = messages.filter(({ status }) => isDraft(status));
  return {
    launched,
    prepared,
    waiting: launched.filter(isWaiting),
    told: launched.find((message) => message.channel.addressesPeople && !isWaiting(message)),
    asks: launched.some(({ requestAnswer, channel }) => requestAnswer && channel.addressesPeople),
    isTakenBack: launched.every(isWithdrawn) && prepared.length === 0,
  };
}

/** The filter of the list and its place. */
function useShownPeople() {
  const [show, setShow] = useUrlState('show', 'all');
  const people = useRef<HTMLDivElement>(null);
  const narrow = (value: string) => {
    setShow(value);
    // on a phone, the list is far below
    if (value !== 'all') people.current?.scrollIntoView({ block: 'start' });
  };
  // a user who follows a call link wants the list of people
  // biome-ignore lint/correctness/useExhaustiveDependencies: later choices scroll on their own
  useEffect(() => {
    if (show !== 'all') people.current?.scrollIntoView({ block: 'start' });
  }, []);
  return { show, setShow, narrow, people };
}

function Subtitle({ report }: { report: ReportDetails }) {
  const { t } = useTranslation('reports');
  const author = report.insertedBy && fullName(report.insertedBy);
  return (
    <div className={report.answers.asked > 0 ? classes['subtitle'] : undefined}>
      {report.reportType.name} · <DateTime value={report.insertedAt} />
      {author && ` · ${t('live.by', { name: author })}`}
    </div>
  );
}

type AddProps = { report: ReportDetails; hasDrafts: boolean; onChanged: () => void };

function AddChannel({ report, hasDrafts, onChanged }: AddProps) {
  const { t } = useTranslation('reports');
  const { setChannels } = useDraftRights(report);
  const [adding, dialog] = useDisclosure(false);
  usePrefetch(loadAddChannels);
  usePrefetch(loadPrepareAgain);
  const state = stateOf(report.event);
  // an ended event only sends the all-clear
  const isOpen =
    (state === 'running' && !report.allClearAt) ||
    (state === 'finished' && report.reportType.identifier === 'all_clear');
  if (hasDrafts || !setChannels || !isOpen) return null;
  return (
    <>
      <Button variant="default" leftSection={<Icon name="plus" />} onClick={dialog.open}>
        {t('live.addChannel')}
      </Button>
      {adding && (
        <Suspense fallback={null}>
          <AddChannelsDialog report={report} onClose={dialog.close} onChanged={onChanged} />
        </Suspense>
      )}
    </>
  );
}
