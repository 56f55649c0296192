import { Alert, Text } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useData } from '#web/lib/data.ts';
import { formatMoney, formatNumber } from '#web/lib/format.ts';
import { useViewer } from '#web/lib/viewer.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import classes from './BudgetBanner.module.css';
import { BudgetQuery } from './queries.ts';

const PAUSE = 30_000;

/** Warns that the month's budget is nearly or fully spent, although messages still leave; otherwise empty. */
export function BudgetBanner() {
  const { t } = useTranslation('messages');
  const { can } = useViewer();
  const { data, refetch } = useData(BudgetQuery, {}, { pause: !can('show_event_menu') });
  useEffect(() => {
    const timer = setInterval(refetch, PAUSE);
    return () => clearInterval(timer);
  }, [refetch]);
  const budget = data?.budget;
  if (!budget?.state) return null;
  const passed = budget.state === 'passed';
  const amounts = {
    spent: formatMoney(budget.spent, budget.currency),
    limit: formatMoney(budget.limit, budget.currency),
    percent: formatNumber(budget.percent),
  };
  return (
    <Alert
      color={passed ? 'red' : 'yellow'}
      icon={<Icon name="chart" />}
      title={t(passed ? 'budget.passed' : 'budget.nearly', amounts)}
      classNames={{ root: classes['banner'] ?? '', message: classes['text'] ?? '' }}
      role="status"
    >
      <Text inherit>{t('budget.spent', amounts)}</Text>
      <Text inherit>{t('budget.goesOn')}</Text>
    </Alert>
  );
}
