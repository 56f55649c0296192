import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { useAlerts } from '#web/reports/goal/alerts.ts';
import { useSwitchAlerts } from '#web/reports/goal/useSwitchAlerts.ts';
import { type ReportDetails, SetStandDownMutation } from '#web/reports/queries.ts';
import { useDraftRights } from '#web/reports/rights.ts';

export function useBoardSettings(report: ReportDetails, onChanged: () => void) {
  const { t } = useTranslation('reports');
  const { editText } = useDraftRights(report);
  const [{ fetching }, set] = useMutation(SetStandDownMutation);
  const isAlertOn = useAlerts();
  const switchAlerts = useSwitchAlerts();
  const { answers, event, standDown } = report;
  if (answers.goal === 'over' || !event.isRunning || answers.asked + answers.reserve === 0) return [];
  const toggle = async () => {
    const { error } = await set({ report: report.id, on: !standDown.on });
    if (!error) onChanged();
  };
  const tells = {
    label: t('standDown.switch'),
    icon: 'message' as const,
    isOn: standDown.on,
    busy: fetching || !editText,
    run: () => void toggle(),
  };
  const calls = {
    label: t('shout.switch'),
    icon: 'alarm' as const,
    isOn: isAlertOn,
    run: () => switchAlerts(!isAlertOn),
  };
  return answers.functions > 0 ? [tells, calls] : [calls];
}
