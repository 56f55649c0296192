import { type RawBuilder, sql } from 'kysely';
import type { Context } from '#server/platform/context.ts';
import { recipientStates } from '#server/platform/database/delivery-states.ts';
import { isPersonOpen, mendsAddresses } from './access.ts';

/** SQL: the viewer sees recipient `r`'s state, or after the event only a failed address. */
export const shownRecipients = (
  ctx: Context,
): RawBuilder<boolean> => sql`(${isPersonOpen(ctx, sql`r.report_id`, sql`r.person_id`)}
  or (${mendsAddresses(ctx)}::boolean and ${hasBadAddress}))`;

const hasBadAddress = sql`(r.status in ${recipientStates.failed}
  or (r.status = 'suppressed' and r.status_reason in ('no_address', 'invalid_address')))`;
