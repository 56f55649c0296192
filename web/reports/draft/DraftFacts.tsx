import { useTranslation } from 'react-i18next';
import classes from '#web/reports/incident/incident.module.css';
import type { ReportMessage } from '#web/reports/queries.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { functionsOf } from './functions-of.ts';
import type { RecipientChoice } from './recipients.ts';

type Props = {
  drafts: readonly ReportMessage[];
  choice: RecipientChoice | null;
  where: string;
  what: string;
  /** The missing information that is known. */
  warnings: readonly string[];
};

const FEW = 3;

const sameKindOf = (warnings: readonly string[]) => {
  if (warnings.includes('warning_kind_running')) return 'dialog.kindRunning';
  return warnings.includes('warning_kind_cleared') ? 'dialog.kindCleared' : null;
};

/** Shows place, details, the chosen recipients and their function before sending. */
export function DraftFacts({ drafts, choice, where, what, warnings }: Props) {
  const { t } = useTranslation('drafts');
  const isPlaceOpen = warnings.includes('warning_place_default');
  const missing = missingOf(warnings);
  const sameKind = sameKindOf(warnings);
  const functions = functionsOf(drafts).map(({ name }) => name);
  return (
    <>
      {sameKind && (
        <li className={classes['unconfirmed']}>
          <Icon name="info" size={20} /> <span>{t(sameKind)}</span>
        </li>
      )}
      {warnings.includes('warning_language_differs') && (
        <li className={classes['unconfirmed']}>
          <Icon name="language" size={20} /> <span>{t('dialog.otherLanguage')}</span>
        </li>
      )}
      {where && (
        <li className={isPlaceOpen ? classes['unconfirmed'] : undefined}>
          <Icon name="location" size={20} />{' '}
          <span>{isPlaceOpen ? t('dialog.placeOpen', { place: where }) : where}</span>
        </li>
      )}
      {what && (
        <li>
          <Icon name="edit" size={20} /> <span>{what}</span>
        </li>
      )}
      {missing && (
        <li className={classes['unconfirmed']}>
          <Icon name="info" size={20} /> <span>{t(missing)}</span>
        </li>
      )}
      {warnings.includes('warning_content_empty') && (
        <li className={classes['unconfirmed']}>
          <Icon name="info" size={20} /> <span>{t('dialog.noText')}</span>
        </li>
      )}
      {choice && <Whom {...choice} />}
      {functions.length > 0 && (
        <li>
          <Icon name="checkCircle" size={20} /> <span>{t('draft.for', { names: functions.join(', ') })}</span>
        </li>
      )}
    </>
  );
}

function missingOf(warnings: readonly string[]) {
  const [noPlace, noWhat] = ['warning_place_missing', 'warning_what_missing'].map((one) => warnings.includes(one));
  if (noPlace) return noWhat ? 'dialog.noPlaceNoWhat' : 'dialog.noPlace';
  return noWhat ? 'dialog.noWhat' : null;
}

function Whom({ chosen: { lists, groups, people } }: RecipientChoice) {
  const { t } = useTranslation('drafts');
  const named = people.length > FEW ? [t('dialog.people', { count: people.length })] : people.map(({ name }) => name);
  const names = [...lists, ...groups].map(({ name }) => name).concat(named);
  if (names.length === 0) return null;
  return (
    <li>
      <Icon name="group" size={20} /> <span>{t('dialog.to', { names: names.join(', ') })}</span>
    </li>
  );
}
