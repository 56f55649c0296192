import { useTranslation } from 'react-i18next';
import type { ReportMessage } from '#web/reports/queries.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { useChosen } from './recipients.ts';

type Props = { report: string; message: ReportMessage | undefined; where: string; what: string };

const FEW = 3;

/** Before it is sent: where and what exactly it says, and whom its author chose. */
export function DraftFacts({ report, message, where, what }: Props) {
  return (
    <>
      {where && (
        <li>
          <Icon name="location" size={20} /> <span>{where}</span>
        </li>
      )}
      {what && (
        <li>
          <Icon name="edit" size={20} /> <span>{what}</span>
        </li>
      )}
      {message && <Whom report={report} message={message} />}
    </>
  );
}

function Whom({ report, message }: { report: string; message: ReportMessage }) {
  const { t } = useTranslation('reports');
  const { choice } = useChosen(report, message);
  if (!choice) return null;
  const { lists, groups, people } = choice.chosen;
  const named = people.length > FEW ? [t('dialog.people', { count: people.length })] : people.map(({ name }) => name);
  const names = [...lists, ...groups].map(({ name }) => name).concat(named);
  if (names.length === 0) return null;
  return (
    <li>
      <Icon name="group" size={20} /> <span>{t('dialog.to', { names: names.join(', ') })}</span>
    </li>
  );
}
