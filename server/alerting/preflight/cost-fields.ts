import type { CostEstimate } from '#server/alerting/costs/cost.ts';
import { builder } from '#server/api/graphql/builder.ts';

/** CostEstimate in the API: the cost of sending. */
export const CostEstimateRef = builder.objectRef<CostEstimate>('CostEstimate').implement({
  description: 'The cost estimate before sending.',
  fields: (t) => ({
    cost: t.expose('cost', { type: 'Decimal', description: 'For all recipients.' }),
    currency: t.exposeString('currency', { description: 'ISO 4217, e.g. EUR.' }),
    encoding: t.exposeString('encoding', { nullable: true, description: 'GSM-7 or UCS-2; null for anything but SMS.' }),
    parts: t.exposeInt('parts', { description: 'Number of SMS parts of the longest text.' }),
    recipients: t.exposeInt('recipients', { description: 'Number of addresses it goes to.' }),
    perRecipient: t.expose('perRecipient', { type: 'Decimal', description: 'The average per recipient.' }),
  }),
});
