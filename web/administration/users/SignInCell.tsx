import { useTranslation } from 'react-i18next';
import { Cell } from '#web/fields/Cell.tsx';
import type { CellProps } from '#web/fields/cell.ts';
import { useData } from '#web/lib/data.ts';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import { InvitedQuery } from './queries.ts';

/** The user's last sign-in, or that the invitation is open. */
export function SignInCell(props: CellProps) {
  const { t } = useTranslation('administration');
  const isNew = props.value === null;
  const { data } = useData(InvitedQuery, {}, { pause: !isNew });
  const isInvited = data?.users.edges.some(({ node }) => node.id === props.row?.id && node.isInvited && node.isActive);
  if (isNew && isInvited) return <StatusBadge tone="active">{t('users.state.invitedShort')}</StatusBadge>;
  return <Cell {...props} />;
}
