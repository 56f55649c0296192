import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CandidateKind } from '#web/contacts/useCandidates.ts';
import { ChoiceButton } from '#web/reports/ChoiceButton.tsx';
import { RecipientPicker } from '#web/reports/draft/RecipientPicker.tsx';
import type { ReportDetails } from '#web/reports/queries.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { useAlarmMore } from './useAlarmMore.ts';

const nobody = { lists: [], groups: [], people: [] };

type Props = {
  report: ReportDetails;
  /** The number of the function that they are wanted for, or `all`. */
  of: string;
  onChanged: () => void;
  onClose: () => void;
};

/** Asks whom to alarm besides, and prepares it. */
export function AlarmMoreDialog({ report, of, onChanged, onClose }: Props) {
  const { t } = useTranslation('reports');
  const [picking, setPicking] = useState<CandidateKind>();
  const { prepare, busy, isPossible, without } = useAlarmMore(report, onChanged);
  const next = widerGroups(report, of);
  const state = { loading: busy, disabled: !isPossible };
  if (picking)
    return (
      <RecipientPicker
        chosen={nobody}
        first={picking}
        onClose={onClose}
        onChoose={(chosen) => {
          setPicking(undefined);
          void prepare(chosen);
        }}
      />
    );
  return (
    <Dialog title={t('more.title')} onClose={onClose}>
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
