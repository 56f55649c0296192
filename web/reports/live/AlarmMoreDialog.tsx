import { Anchor, Stack, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CandidateKind } from '#web/contacts/useCandidates.ts';
import { isDraft } from '#web/messages/status.ts';
import { ReserveChoices } from '#web/reports/board/ReserveChoices.tsx';
import { ChoiceButton } from '#web/reports/ChoiceButton.tsx';
import { RecipientPicker } from '#web/reports/draft/RecipientPicker.tsx';
import type { ReportDetails } from '#web/reports/queries.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { PreparedAlready } from './PreparedAlready.tsx';
import { useAlarmMore } from './useAlarmMore.ts';

const nobody = { lists: [], groups: [], people: [] };

type Limit = ReportDetails['answers']['limits'][number];
type Group = Limit['group'];

/** Returns whether a limit can't be met any more. */
const isLost = ({ state }: Limit) => state === 'exhausted' || state === 'stopped';

type Props = {
  report: ReportDetails;
  /** The number of a function, `all` or `none`. */
  of: string;
  onOf: (of: string) => void;
  onChanged: () => void;
  onClose: () => void;
};

/** Asks for more people to alarm and prepares the alarm. */
export function AlarmMoreDialog(props: Props) {
  const { report, of, onChanged, onClose } = props;
  const drafts = report.messages.edges.map(({ node }) => node).filter(({ status }) => isDraft(status));
  if (drafts.length > 0) return <PreparedAlready {...{ report, drafts, onChanged, onClose }} />;
  const [first, ...more] = report.answers.limits.filter(isLost).map(({ group }) => group);
  if (of === 'all' && first && more.length > 0) return <WhatFor {...props} unfilled={[first, ...more]} />;
  return <WhomElse {...props} of={of === 'all' && first ? String(first._id) : of} />;
}

/** Asks for the function that positive answers count for. */
function WhatFor({ report, unfilled, onOf, onChanged, onClose }: Props & { unfilled: Group[] }) {
  const { t } = useTranslation('reports');
  const hasReserve = report.answers.reserve > 0;
  return (
    <Dialog title={t('more.whatFor')} onClose={onClose}>
      <Stack gap="sm">
        <ReserveChoices {...{ report, onChanged, onClose }} />
        {unfilled.map(({ id, _id, name }, at) => (
          <ChoiceButton key={id} icon="group" first={at === 0 && !hasReserve} onClick={() => onOf(String(_id))}>
            {t('more.for', { name })}
          </ChoiceButton>
        ))}
        <ChoiceButton icon="alarm" onClick={() => onOf('none')}>
          {t('more.forNone')}
        </ChoiceButton>
      </Stack>
    </Dialog>
  );
}

const focus = (element: HTMLElement | null) => element?.focus();

type FunctionProps = { about: string | undefined; busy: boolean; countsNot: boolean; onNone: () => void };

/** Shows the function that positive answers count for, and removes it. */
function ForFunction({ about, busy, countsNot, onNone }: FunctionProps) {
  const { t } = useTranslation('reports');
  const [isTurned, setTurned] = useState(false);
  return (
    <>
      {about && (
        <Text>
          {about}{' '}
          <Anchor
            component="button"
            type="button"
            disabled={busy}
            onClick={() => {
              setTurned(true);
              onNone();
            }}
          >
            {t('more.notForIt')}
          </Anchor>
        </Text>
      )}
      {countsNot && (
        // takes the place of the pressed link
        <Text tabIndex={-1} ref={isTurned ? focus : undefined}>
          {t('more.countsNot')}
        </Text>
      )}
    </>
  );
}

function WhomElse({ report, of, onOf, onChanged, onClose }: Props) {
  const { t } = useTranslation('reports');
  const [picking, setPicking] = useState<CandidateKind>();
  const limit = report.answers.limits.find(({ group: { _id } }) => String(_id) === of);
  const group = limit?.group;
  const { prepare, busy, isPossible, without } = useAlarmMore(report, onChanged, group?.id);
  const next = group?.parentGroup ? [group.parentGroup] : [];
  const state = { loading: busy, disabled: !isPossible };
  const hasReserve = report.answers.reserve > 0;
  const missing = limit ? Math.max(0, limit.needed - limit.reached) : 0;
  const lacks = missing > 0 ? `${t('more.missing', { count: missing })} ` : '';
  const about = group && `${lacks}${t('more.counts', { name: group.name })}`;
  const choices = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // the choices may appear after the dialog
    if (!isPossible || choices.current?.contains(document.activeElement)) return;
    choices.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  }, [isPossible]);
  if (picking)
    return (
      <RecipientPicker
        chosen={nobody}
        first={picking}
        about={about}
        busy={busy}
        required
        onClose={onClose}
        onChoose={(chosen) => void prepare(chosen)}
      />
    );
  return (
    <Dialog title={t('more.title')} busy={busy} onClose={onClose}>
      <Stack gap="sm" ref={choices}>
        <ReserveChoices {...{ report, onChanged, onClose }} />
        <ForFunction about={about} busy={busy} countsNot={of === 'none'} onNone={() => onOf('none')} />
        {next.length > 0 && (
          <ChoiceButton
            icon="alarm"
            first={isPossible && !hasReserve}
            {...state}
            onClick={() => void prepare({ ...nobody, groups: next })}
          >
            {t('more.next', { names: next.map(({ name }) => name).join(', ') })}
          </ChoiceButton>
        )}
        <ChoiceButton
          icon="group"
          first={isPossible && next.length === 0 && !hasReserve}
          {...state}
          onClick={() => setPicking('groups')}
        >
          {t('more.group')}
        </ChoiceButton>
        <ChoiceButton icon="person" {...state} onClick={() => setPicking('people')}>
          {t('more.people')}
        </ChoiceButton>
        {without.length > 0 && <Text c="gray.7">{t('more.without', { names: without.join(', ') })}</Text>}
      </Stack>
    </Dialog>
  );
}
