import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { ChoiceButton } from '#web/reports/ChoiceButton.tsx';
import type { ReportDetails, ReportMessage } from '#web/reports/queries.ts';
import { useDraftRights } from '#web/reports/rights.ts';
import { useDiscardMessage } from '#web/reports/useDiscardMessage.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { forgetMore } from './useAlarmMore.ts';
import { usePreparedWords } from './usePreparedWords.ts';

type Props = {
  report: ReportDetails;
  /** The existing drafts. */
  drafts: readonly ReportMessage[];
  onChanged: () => void;
  onClose: () => void;
};

/** Asks to review or discard the existing drafts first. */
export function PreparedAlready({ report, drafts, onChanged, onClose }: Props) {
  const { t } = useTranslation('reports');
  const words = usePreparedWords();
  const navigate = useNavigate();
  const { mayDiscard } = useDraftRights(report);
  const { discard, busy } = useDiscardMessage(onChanged);
  const discardAll = async () => {
    for (const { id } of drafts) await discard(id, null);
    forgetMore(report);
  };
  return (
    <Dialog title={t('more.prepared')} isLight onClose={onClose}>
      <Stack gap="sm">
        {drafts.map((draft) => (
          <Text key={draft.id}>{words(draft)}</Text>
        ))}
        <ChoiceButton icon="edit" first onClick={() => void navigate('?view=draft')}>
          {t('live.toPrepared')}
        </ChoiceButton>
        {drafts.every(mayDiscard) && (
          <ChoiceButton icon="trash" loading={busy} onClick={() => void discardAll()}>
            {t('more.discardFirst')}
          </ChoiceButton>
        )}
      </Stack>
    </Dialog>
  );
}
