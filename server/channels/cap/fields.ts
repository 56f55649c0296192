import type { ChannelSetting } from '#shared/channel-setting.ts';
import type { FeedField } from '#shared/feed-field.ts';
import { optionsFrom } from '#shared/fields/select.ts';

/** The settings of a CAP issuer. */
export const senderSettings: readonly ChannelSetting[] = [
  {
    name: 'sender',
    kind: 'text',
    maximum: 200,
    required: true,
    label: { de: 'Absenderkennung (sender)', en: 'Identifier of the sender (sender)' },
    hint: {
      de: 'Weltweit eindeutig, meist eine E-Mail-Adresse oder Domain; ohne Leerzeichen, Komma, „<“ und „&“.',
      en: 'Globally unique, usually an e-mail address or domain; without spaces, commas, “<” and “&”.',
    },
  },
  {
    name: 'senderName',
    kind: 'text',
    maximum: 200,
    label: { de: 'Name des Absenders (senderName)', en: 'Name of the sender (senderName)' },
    hint: { de: 'Leer: der Name der Organisation.', en: 'Empty: the name of the organisation.' },
  },
  {
    name: 'contact',
    kind: 'text',
    maximum: 200,
    label: { de: 'Kontakt für Rückfragen (contact)', en: 'Contact for questions (contact)' },
    hint: {
      de: 'Zum Beispiel eine Telefonnummer oder E-Mail-Adresse; sie ist für alle zu sehen.',
      en: 'For example a telephone number or e-mail address; everyone can see it.',
    },
  },
];

const categories = optionsFrom({
  Geo: { de: 'Geophysik (Geo)', en: 'Geophysical (Geo)' },
  Met: { de: 'Wetter (Met)', en: 'Meteorological (Met)' },
  Safety: { de: 'Allgemeine Gefahr (Safety)', en: 'General safety (Safety)' },
  Security: { de: 'Polizei, Militär (Security)', en: 'Law enforcement, military (Security)' },
  Rescue: { de: 'Rettung (Rescue)', en: 'Rescue and recovery (Rescue)' },
  Fire: { de: 'Feuer (Fire)', en: 'Fire' },
  Health: { de: 'Gesundheit (Health)', en: 'Medical and public health (Health)' },
  Env: { de: 'Umwelt (Env)', en: 'Pollution, environment (Env)' },
  Transport: { de: 'Verkehr (Transport)', en: 'Transport' },
  Infra: { de: 'Versorgung, Infrastruktur (Infra)', en: 'Utilities, infrastructure (Infra)' },
  CBRNE: { de: 'Chemie, Biologie, Strahlung, Explosion (CBRNE)', en: 'CBRNE' },
  Other: { de: 'Anderes (Other)', en: 'Other' },
});

const urgencies = optionsFrom({
  Immediate: { de: 'Sofort handeln (Immediate)', en: 'Act immediately (Immediate)' },
  Expected: { de: 'Innerhalb der nächsten Stunde (Expected)', en: 'Within the next hour (Expected)' },
  Future: { de: 'In naher Zukunft (Future)', en: 'In the near future (Future)' },
  Past: { de: 'Nicht mehr nötig (Past)', en: 'No longer required (Past)' },
  Unknown: { de: 'Nicht bekannt (Unknown)', en: 'Unknown' },
});

const severities = optionsFrom({
  Extreme: { de: 'Außergewöhnliche Gefahr (Extreme)', en: 'Extraordinary threat (Extreme)' },
  Severe: { de: 'Erhebliche Gefahr (Severe)', en: 'Significant threat (Severe)' },
  Moderate: { de: 'Mögliche Gefahr (Moderate)', en: 'Possible threat (Moderate)' },
  Minor: { de: 'Geringe Gefahr (Minor)', en: 'Minimal threat (Minor)' },
  Unknown: { de: 'Nicht bekannt (Unknown)', en: 'Unknown' },
});

const certainties = optionsFrom({
  Observed: { de: 'Eingetreten (Observed)', en: 'Occurred (Observed)' },
  Likely: { de: 'Wahrscheinlich (Likely)', en: 'Likely' },
  Possible: { de: 'Möglich (Possible)', en: 'Possible' },
  Unlikely: { de: 'Unwahrscheinlich (Unlikely)', en: 'Unlikely' },
  Unknown: { de: 'Nicht bekannt (Unknown)', en: 'Unknown' },
});

const responses = optionsFrom({
  Shelter: { de: 'Schutz suchen (Shelter)', en: 'Take shelter (Shelter)' },
  Evacuate: { de: 'Gebiet verlassen (Evacuate)', en: 'Evacuate' },
  Prepare: { de: 'Vorbereiten (Prepare)', en: 'Prepare' },
  Execute: { de: 'Geplantes ausführen (Execute)', en: 'Execute what was planned (Execute)' },
  Avoid: { de: 'Gebiet meiden (Avoid)', en: 'Avoid the area (Avoid)' },
  Monitor: { de: 'Auf Informationen achten (Monitor)', en: 'Follow the information (Monitor)' },
  Assess: { de: 'Nicht genauer bestimmt (Assess)', en: 'Evaluate (Assess)' },
  None: { de: 'Nichts zu tun (None)', en: 'Nothing to do (None)' },
});

/** The fields of each CAP message. */
export const warningFields: readonly FeedField[] = [
  select('category', { de: 'Art der Gefahr', en: 'Category' }, categories, 'Safety'),
  select('urgency', { de: 'Dringlichkeit', en: 'Urgency' }, urgencies, 'Immediate'),
  select('severity', { de: 'Schwere', en: 'Severity' }, severities, 'Severe'),
  select('certainty', { de: 'Gewissheit', en: 'Certainty' }, certainties, 'Observed'),
  {
    name: 'responseType',
    kind: 'selectMany',
    options: responses,
    default: [],
    label: { de: 'Was zu tun ist', en: 'What to do' },
  },
  {
    name: 'expires',
    kind: 'number',
    minimum: 1,
    maximum: 168,
    unit: 'hours',
    required: true,
    default: 12,
    label: { de: 'Gilt nach dem Senden für (Stunden)', en: 'Valid after sending for (hours)' },
  },
  {
    name: 'instruction',
    kind: 'longText',
    label: { de: 'Verhaltenshinweise', en: 'Instructions' },
  },
  {
    name: 'areaDesc',
    kind: 'text',
    maximum: 200,
    required: true,
    label: { de: 'Gebiet in Worten', en: 'Area in words' },
    hint: { de: 'Zum Beispiel „Nordstadt und Hafen“.', en: 'For example “Northern town and harbour”.' },
  },
  {
    name: 'area',
    kind: 'area',
    label: { de: 'Gebiet auf der Karte', en: 'Area on the map' },
  },
];

/** The English fields of CAP, besides title and text. */
export const englishWarning: readonly FeedField[] = [
  {
    name: 'instructionEn',
    kind: 'longText',
    label: { de: 'Verhaltenshinweise auf Englisch', en: 'Instructions in English' },
  },
  {
    name: 'areaDescEn',
    kind: 'text',
    maximum: 200,
    label: { de: 'Gebiet in Worten auf Englisch', en: 'Area in words, in English' },
  },
];

function select(
  name: string,
  label: FeedField['label'],
  options: ReturnType<typeof optionsFrom>,
  initial: string,
): FeedField {
  return { name, kind: 'select', options, required: true, default: initial, label };
}
