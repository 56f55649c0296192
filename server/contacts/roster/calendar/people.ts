import { type CalendarEvent, type CalendarProperty, propertyText } from './components.ts';

/** A person that an event may mean. */
export interface CalendarCandidate {
  /** The attendee's name, else the title. */
  words: string;
  email: string | null;
}

/** The possible people of an event, likeliest first. */
export interface EventPeople {
  /** The attendee's name, address, or the title. */
  name: string;
  candidates: CalendarCandidate[];
  /** All invited people declined or delegated. */
  isDeclined: boolean;
  /** It is a leave. */
  isAbsence: boolean;
  /** The further people who come, by name or address. */
  others: string[];
}

const most = 20;

/**
 * Returns an event's possible people: attendees, title, then description. Skips rooms, resources, and people who don't
 * take part. Organizers, optional people and groups come last.
 */
export function eventPeople(event: CalendarEvent): EventPeople {
  const title = propertyText(event, 'SUMMARY').slice(0, 200);
  const place = propertyText(event, 'LOCATION');
  const invited = event.properties
    .filter(({ name }) => name === 'ATTENDEE')
    .slice(0, 200)
    .map((property) => ({ property, ...attendee(property) }))
    .filter((one) => (one.words || one.email) && !isThing(one.property, one, place));
  const organizer = addressOf(event.properties.find(({ name }) => name === 'ORGANIZER'));
  const coming = invited
    .filter(({ property }) => !isAway(property))
    .map((one) => ({ ...one, isSecondary: isSecondary(one.property, one, organizer) }))
    .sort((a, b) => Number(a.isSecondary) - Number(b.isSecondary))
    .slice(0, most);
  const [first] = coming;
  const note = propertyText(event, 'DESCRIPTION').split('\n', 1)[0]!.slice(0, 100);
  return {
    name: (first && (first.words || first.email)) || title,
    candidates: [
      ...coming.map(({ words, email }) => ({ words: words || title, email })),
      { words: title, email: null },
      { words: note, email: null },
    ],
    isDeclined: invited.length > 0 && coming.length === 0,
    isAbsence: isAbsence(title),
    others: coming
      .slice(1)
      .filter(({ isSecondary }) => isSecondary === first!.isSecondary)
      .flatMap(({ words, email }) => words || email || []),
  };
}

const leave =
  /^(?:(?:jahres|sonder|rest|erholungs|bildungs)?urlaub|dienstfrei|freizeitausgleich|überstundenabbau|krankmeldung|krankgemeldet|abwesend|abwesenheit|elternzeit|mutterschutz|vacation|(?:annual|sick|parental) leave|day off|out of (?:the )?office)$/iu;
// words that are also names need a sign: "Frei: Anna", not "Anna Frei"
const markedLeave = /^(?:frei|krank|off(?:[- ]duty)?|holidays?|leave|sick|pto|ooo|absent)$/iu;
const substitute =
  /vertret|vertritt|ersatz|ersetz|(?<!werk)statt|(?<!\p{L})(?:für|for)(?!\p{L})|springt|cover|instead/iu;
const duty = /dienst(?!frei|reise|ag)|bereitschaft|(?<!\p{L})on[- ]?call|(?<!off[- ])duty|schicht(?!frei)/iu;
const degrees = /^\s*(?:(?:dr|prof|dipl|med|ing)\.?\s+){1,4}/i;
const longestLeave = 4;

/** Returns whether a title is about leave, not a substitute. */
function isAbsence(title: string): boolean {
  if (substitute.test(title)) return false;
  const parts = title
    .split(/[:–—/|()]|\s-\s/)
    .map((part) => part.trim())
    .filter(Boolean);
  const ends = parts.length > 1 ? [parts[0]!, parts.at(-1)!] : [];
  const isLeave = (part: string | undefined) => part !== undefined && (leave.test(part) || markedLeave.test(part));
  // "On call: Frei" is a person, "On call: Anna Amsel (krank)" on leave
  if (duty.test(title)) return isLeave(ends[1]) && parts.slice(0, -1).join(' ').split(/\s+/).length > 2;
  if (ends.some(isLeave)) return true;
  // next to a name; "Urlaub, Bert" and "Dr. Bert Urlaub" may be names
  const words = title.replace(degrees, '').trim().split(/\s+/);
  return [1, 2, 3, longestLeave].some((count) => {
    const isNamed = words.length === count || words.length >= count + 2;
    return isNamed && [words.slice(0, count), words.slice(-count)].some((some) => leave.test(some.join(' ')));
  });
}

const addressOf = (property: CalendarProperty | undefined): string =>
  property ? (attendee(property).email ?? '').toLowerCase() : '';

/** Returns whether an attendee is organizer, optional, or a group. */
const isSecondary = ({ parameters }: CalendarProperty, { email }: CalendarCandidate, organizer: string): boolean =>
  /^(?:CHAIR|OPT-PARTICIPANT)$/i.test(parameters.get('ROLE') ?? '') ||
  /^GROUP$/i.test(parameters.get('CUTYPE') ?? '') ||
  (organizer !== '' && email?.toLowerCase() === organizer);

function attendee({ parameters, value }: CalendarProperty): CalendarCandidate {
  const mail = /^mailto:(.+@.+)$/i.exec(value.trim()) ?? /^mailto:(.+@.+)$/i.exec(parameters.get('EMAIL') ?? '');
  const email = mail?.[1]?.slice(0, 200) ?? addressIn(parameters.get('EMAIL'));
  const common = (parameters.get('CN') ?? '').trim();
  return { words: common.includes('@') ? '' : common.slice(0, 200), email };
}

const addressIn = (text: string | undefined): string | null => (text?.includes('@') ? text.trim().slice(0, 200) : null);

const isThing = ({ parameters }: CalendarProperty, { words, email }: CalendarCandidate, place: string): boolean =>
  /^(?:ROOM|RESOURCE)$/i.test(parameters.get('CUTYPE') ?? '') ||
  /@resource\.calendar\.google\.com$/i.test(email ?? '') ||
  (words !== '' && words === place);

const isAway = ({ parameters }: CalendarProperty): boolean =>
  /^(?:DECLINED|DELEGATED)$/i.test(parameters.get('PARTSTAT') ?? '') ||
  /^NON-PARTICIPANT$/i.test(parameters.get('ROLE') ?? '');
