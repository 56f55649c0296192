const formats = new Map<string, Intl.DateTimeFormat>();

/** Cached, because creating a formatter is a hundred times slower than using it. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  formats.set(timeZone, made);
  return made;
}

const parts = (moment: Date, timeZone: string): Record<string, string> =>
  Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, value]),
  );

/** Combines a day and a time of day in UTC: year-month-dayThour:minute:secondZ. */
const combineDateTime = (day: string, time: string): string => `${day}T${time}:00Z`;

/** Returns a time as input value, "2026-11-21T03:40", in the installation's time zone. */
export function toLocalInput(moment: string | Date, timeZone: string): string {
  const { year, month, day, hour, minute } = parts(new Date(moment), timeZone);
  return `${year}-${month}-${day}T${hour}:${minute}`;
}

/** Returns the time (RFC 3339, UTC) of an input value in the installation's time zone; null for an empty one. */
export function fromLocalInput(text: string, timeZone: string): string | null {
  const asUtc = (local: string) => {
    const [, day, time] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)$/.exec(local) ?? [];
    return day && time ? Date.parse(combineDateTime(day, time)) : Number.NaN;
  };
  const wanted = asUtc(text);
  if (Number.isNaN(wanted)) return null;
  let guess = wanted;
  // the second pass handles the hours around a clock change
  for (let turn = 0; turn < 2; turn += 1) guess += wanted - asUtc(toLocalInput(new Date(guess), timeZone));
  return new Date(guess).toISOString();
}
