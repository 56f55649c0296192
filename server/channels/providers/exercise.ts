import { sql } from 'kysely';
import { type Adapter, type AdapterApp, DeliveryError, type Outgoing } from '#server/channels/channel.ts';
import { inBatches } from '#server/platform/database/batch.ts';
import { publish } from '#server/platform/live/live.ts';

export default {
  type: 'exercise',
  label: { de: 'Nur zur Probe (Postfach)', en: 'For practice only (mailbox)' },
  fields: [],
  addresses: ['email', 'phone_mobile', 'phone'],
  shape: 'mail',
  cost: null,
  gives: { receipts: false, replies: false },
  slots: () => 50,
  open(_settings, app) {
    const tell = told(app);
    const keep = inBatches<Outgoing>(async (batch) => {
      await insert(app, batch);
      tell();
    });
    return {
      async send(outgoing) {
        outgoing.begin();
        await keep(outgoing).catch((cause: unknown) => {
          throw new DeliveryError('channel', 'channel_unreachable', { cause });
        });
        return {};
      },
      close: async () => {},
    };
  },
} satisfies Adapter;

// The recipient's id is unique there, so a second attempt adds nothing.
async function insert({ db }: AdapterApp, batch: Outgoing[]): Promise<void> {
  const column = <T>(value: (outgoing: Outgoing) => T) => batch.map(value);
  await sql`
    insert into exercise_messages (recipient_id, person_id, kind, address, subject, text, html)
    select m.recipient_id, p.id, m.kind, m.address, m.subject, m.text, m.html
    from unnest(
      ${column((o) => o.recipientId)}::int[], ${column((o) => o.personId)}::int[],
      ${column((o) => (o.to.includes('@') ? 'mail' : 'phone'))}::text[], ${column((o) => o.to)}::text[],
      ${column((o) => o.subject)}::text[], ${column((o) => o.text)}::text[], ${column((o) => o.html)}::text[]
    ) as m (recipient_id, person_id, kind, address, subject, text, html)
    left join people p on p.id = m.person_id
    on conflict (recipient_id) do nothing`.execute(db);
}

function told(app: AdapterApp): () => void {
  let timer: NodeJS.Timeout | undefined;
  return () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      publish(app.db, { exercise: [0] }).catch(() => undefined); // readers also poll
    }, 250);
    timer.unref();
  };
}
