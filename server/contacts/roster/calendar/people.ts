import { type CalendarEvent, type CalendarProperty, propertyText } from './components.ts';

/** A person that an event may mean. */
export interface CalendarCandidate {
  /** The attendee's name, else the title. */
  words: string;
  email: string | null;
}

/** The possible people of an event, likeliest first. */
export interface EventPeople {
  /** As written in the event: the attendee's name, otherwise the address, otherwise the title. */
  name: string;
  candidates: CalendarCandidate[];
  /** All people that it invites declined or sent somebody else. */
  isDeclined: boolean;
}

const most = 20;

/**
 * Returns an event's possible people: attendees in order, then its title, then the first line of its description. Skips rooms,
 * resources, and people who declined, delegated or don't take part.
 */
export function eventPeople(event: CalendarEvent): EventPeople {
  const title = propertyText(event, 'SUMMARY').slice(0, 200);
  const place = propertyText(event, 'LOCATION');
  const invited = event.properties
    .filter(({ name }) => name === 'ATTENDEE')
    .slice(0, 200)
    .map((property) => ({ property, ...attendee(property) }))
    .filter((one) => (one.words || one.email) && !isThing(one.property, one, place));
  const coming = invited.filter(({ property }) => !isAway(property)).slice(0, most);
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
  };
}

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
