import { Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { type ReportDetails, SetStandDownMutation } from './queries.ts';
import { useDraftRights } from './rights.ts';

type Props = { report: ReportDetails; onChanged: () => void };

/** Switches the notice to people who aren't needed. */
export function StandDownSwitch({ report, onChanged }: Props) {
  const { t } = useTranslation('reports');
  const { editText } = useDraftRights(report);
  const [{ fetching }, set] = useMutation(SetStandDownMutation);
  const { on } = report.standDown;
  const toggle = async () => {
    const { error } = await set({ report: report.id, on: !on });
    if (!error) onChanged();
  };
  return (
    <Switch
      size="lg"
      checked={on}
      disabled={fetching || !editText}
      onChange={() => void toggle()}
      label={t('standDown.switch')}
      description={t('standDown.hint')}
    />
  );
}
