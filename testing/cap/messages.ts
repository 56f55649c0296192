import fc from 'fast-check';
import { type CapMessage, capReference } from '#server/channels/cap/document.ts';
import cap from '#server/channels/providers/cap.ts';
import { checkFeed } from '#shared/feed-field.ts';
import { optionsOf } from '#shared/fields/kinds.ts';

const fields = cap.feedFields;
const chosen = (name: string) => {
  const field = fields.find((one) => one.name === name)!;
  return fc.constantFrom(...optionsOf(field)!.map(({ value }) => value));
};
const anyText = fc.string({ unit: 'binary', minLength: 1, maxLength: 60 });
const line = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }).filter((text) => /\S/.test(text));
const areas = [
  '52.1,9.1 52.2,9.1 52.2,9.2',
  '52.1,9.1 3.5\nARS=110000000000',
  'EMMA_ID=DE007\n-33.9,18.4 -33.8,18.4 -33.8,18.5 -33.9,18.5',
];
/** Time zones, some with offsets that are not whole hours. */
export const zones = fc.constantFrom('Europe/Berlin', 'UTC', 'America/St_Johns', 'Asia/Kathmandu', 'Pacific/Chatham');
/** Moments of this century. */
export const moments = fc.date({ min: new Date('2000-01-01'), max: new Date('2099-01-01'), noInvalidDate: true });

/** Generates CAP messages of every kind with arbitrary texts and choices. */
export const capMessages = fc
  .record({
    entered: fc.record({
      category: chosen('category'),
      urgency: chosen('urgency'),
      severity: chosen('severity'),
      certainty: chosen('certainty'),
      responseType: fc.subarray(['Shelter', 'Evacuate', 'Monitor']),
      areaDesc: fc.constant('Nord & Süd <Hafen>'),
      area: fc.constantFrom(...areas),
      instruction: fc.option(line),
    }),
    title: line,
    text: anyText,
    english: fc.boolean(),
    relation: fc.constantFrom('new' as const, 'update' as const, 'cancel' as const),
    at: moments,
    timeZone: zones,
    hours: fc.integer({ min: 1, max: 168 }),
  })
  .map(({ entered, title, text, english, relation, at, timeZone, hours }): CapMessage => {
    const { values } = checkFeed(fields, entered);
    const key = '0b8f3c1e-6c1d-4b57-9f0e-0d1f6c1e2a3b';
    const sender = 'warnung@example.org';
    const before = { key: '9d0c2f4a-1111-4222-8333-444455556666', sender, timeZone };
    return {
      key,
      sender,
      senderName: 'Klinikum <Nord> & Süd',
      contact: null,
      timeZone,
      relation,
      at,
      expiresAt: new Date(at.getTime() + hours * 3_600_000),
      references: [capReference({ ...before, at: new Date(at.getTime() - 60_000) })],
      web: 'https://krise.example.org/public/1/x',
      texts: [
        { language: 'de', title, text },
        ...(english ? [{ language: 'en', title: 'Fire', text: 'Stay in.' }] : []),
      ],
      post: {
        messageId: 1,
        reportId: 2,
        reportType: relation === 'cancel' ? 'all_clear' : 'public_information',
        eventId: 3,
        eventName: 'Brand',
        family: [],
        eventType: 'Brand & Rauch',
        eventTypes: Object.fromEntries([
          ['de', 'Brand & Rauch'],
          ['en', 'Fire & smoke'],
        ]),
        organisation: 'Klinikum Nord',
        language: 'de',
        values,
      },
    };
  });
