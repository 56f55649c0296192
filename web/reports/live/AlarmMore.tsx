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

type Props = { report: ReportDetails; onChanged: () => void };

const nobody = { lists: [], groups: [], people: [] };

/** Alarms more people for what is running: the event is known, so only whom is asked. */
export function AlarmMore({ report, onChanged }: Props) {
  const { t } = useTranslation('reports');
  const rights = useDraftRights(report);
  const [opened, setOpened] = useUrlState('more');
  const [picking, setPicking] = useState<CandidateKind>();
  const { prepare, busy, isPossible, without } = useAlarmMore(report, onChanged);
  const next = widerGroups(report);
  const hasDrafts = report.messages.edges.some(({ node }) => isDraft(node.status));
  const may = rights.isActivation && rights.setChannels && rights.setRecipients && rights.send;
  if (!may || hasDrafts || !report.event.isRunning) return null;
  const state = { loading: busy, disabled: !isPossible };
  const close = () => {
    setOpened('');
    setPicking(undefined);
  };
  return (
    <>
      <Button color="red" variant="outline" leftSection={<Icon name="alarm" />} onClick={() => setOpened('1')}>
        {t('more.open')}
      </Button>
      {opened && !picking && (
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
      )}
      {opened && picking && (
        <RecipientPicker
          chosen={nobody}
          first={picking}
          onClose={close}
          onChoose={(chosen) => {
            setPicking(undefined);
            void prepare(chosen);
          }}
        />
      )}
    </>
  );
}

/** The groups above those whose limit cannot be met by answers that still come, each once. */
function widerGroups({ answers }: ReportDetails): { id: string; name: string }[] {
  const unfilled = answers.limits.filter(({ needed, reached, waits }) => reached < needed && !waits);
  const above = unfilled.flatMap(({ group }) => (group.parentGroup ? [group.parentGroup] : []));
  return [...new Map(above.map((group) => [group.id, group])).values()];
}
