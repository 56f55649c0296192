import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CandidateKind } from '#web/contacts/useCandidates.ts';
import { useUrlState } from '#web/lib/url-state.ts';
import { isDraft } from '#web/messages/status.ts';
import { ChoiceButton } from '#web/reports/ChoiceButton.tsx';
import { RecipientPicker } from '#web/reports/draft/RecipientPicker.tsx';
import type { ReportDetails } from '#web/reports/queries.ts';
import { useDraftRights } from '#web/reports/rights.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { useAlarmMore } from './useAlarmMore.ts';

type Group = ReportDetails['answers']['limits'][number]['group'];

const nobody = { lists: [], groups: [], people: [] };
// in the address, so that the start page leads straight to it
const MORE = 'more';

function useMayAlarmMore(report: ReportDetails): boolean {
  const { isActivation, setChannels, setRecipients, send } = useDraftRights(report);
  const hasDrafts = report.messages.edges.some(({ node }) => isDraft(node.status));
  return isActivation && setChannels && setRecipients && send && !hasDrafts && report.event.isRunning;
}

/** Opens the question whom to alarm besides, for `all` or for the function of a number; null for whoever may not. */
export function useAlarmMoreDialog(report: ReportDetails): ((of: string) => void) | null {
  const [, setOpened] = useUrlState(MORE);
  return useMayAlarmMore(report) ? setOpened : null;
}

/** Asks whom to alarm besides, for one function alone where it is named. */
export function AlarmMoreButton({ report, group }: { report: ReportDetails; group?: Group }) {
  const { t } = useTranslation('reports');
  const open = useAlarmMoreDialog(report);
  if (!open) return null;
  return (
    <Button
      color="red"
      variant="outline"
      leftSection={<Icon name="alarm" />}
      aria-label={group && t('more.openFor', { name: group.name })}
      onClick={() => open(group ? String(group._id) : 'all')}
    >
      {t('more.open')}
    </Button>
  );
}

/** Alarms more people for what is running: the event is known, so only whom is asked. */
export function AlarmMore({ report, onChanged }: { report: ReportDetails; onChanged: () => void }) {
  const { t } = useTranslation('reports');
  const [opened, setOpened] = useUrlState(MORE);
  const [picking, setPicking] = useState<CandidateKind>();
  const { prepare, busy, isPossible, without } = useAlarmMore(report, onChanged);
  const next = widerGroups(report, opened);
  if (!useMayAlarmMore(report) || !opened) return null;
  const state = { loading: busy, disabled: !isPossible };
  const close = () => {
    setOpened('');
    setPicking(undefined);
  };
  if (picking)
    return (
      <RecipientPicker
        chosen={nobody}
        first={picking}
        onClose={close}
        onChoose={(chosen) => {
          setPicking(undefined);
          void prepare(chosen);
        }}
      />
    );
  return (
    <Dialog title={t('more.title')} onClose={close}>
      <Stack gap="sm">
        {next.length > 0 && (
          <ChoiceButton icon="alarm" {...state} onClick={() => void prepare({ ...nobody, groups: next })}>
            {t('more.next', { names: next.map(({ name }) => name).join(', ') })}
          </ChoiceButton>
        )}
        <ChoiceButton icon="group" {...state} onClick={() => setPicking('groups')}>
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

/** The groups above those whose limit cannot be met by answers that still come, each once; of the one asked for alone. */
function widerGroups({ answers }: ReportDetails, asked: string): { id: string; name: string }[] {
  const unfilled = answers.limits.filter(({ state }) => state === 'exhausted' || state === 'stopped');
  const own = unfilled.filter(({ group }) => String(group._id) === asked);
  const above = (own.length ? own : unfilled).flatMap(({ group }) => (group.parentGroup ? [group.parentGroup] : []));
  return [...new Map(above.map((group) => [group.id, group])).values()];
}
