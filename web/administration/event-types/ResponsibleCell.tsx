import { useTranslation } from 'react-i18next';
import { Cell } from '#web/fields/Cell.tsx';
import type { CellProps } from '#web/fields/cell.ts';
import type { EntityRow } from '#web/fields/frame.ts';
import classes from './event-types.module.css';

/** The responsible person of an alarm plan. If this person left, a remark names the deputy or asks for another person. */
export function ResponsibleCell(props: CellProps) {
  const remark = useRemark(props.row);
  return (
    <span className={classes['responsible']}>
      <Cell {...props} /> {remark && <small data-open={remark.isOpen}>{remark.text}</small>}
    </span>
  );
}

function useRemark(row: EntityRow | undefined): { text: string; isOpen: boolean } | undefined {
  const { t } = useTranslation('administration');
  const [responsibleLeft, deputyLeft] = [row?.['responsibleLeft'], row?.['deputyLeft']];
  const deputy = row?.['deputy'] as { name: string } | null | undefined;
  if (responsibleLeft && deputy && !deputyLeft)
    return { text: t('eventTypes.deputy', { name: deputy.name }), isOpen: false };
  if (responsibleLeft) return { text: t('eventTypes.left'), isOpen: true };
  return row?.['responsible'] || !deputyLeft ? undefined : { text: t('eventTypes.deputyLeft'), isOpen: true };
}
