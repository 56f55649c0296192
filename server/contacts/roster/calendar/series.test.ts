import assert from 'node:assert/strict';
import test from 'node:test';
import { parseCalendar } from '#server/contacts/roster/parse-calendar.ts';

const span = { from: new Date('2026-11-28T22:00:00Z'), until: new Date('2028-01-02T22:00:00Z') };
const event = (name: string, ...lines: string[]) => [
  'BEGIN:VEVENT',
  'UID:series',
  `SUMMARY:${name}`,
  ...lines,
  'END:VEVENT',
];
const read = (...lines: string[]) =>
  parseCalendar({
    text: ['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR'].join('\n'),
    span,
    zone: 'Europe/Berlin',
  });
const daysOf = (...lines: string[]) =>
  read(...lines).shifts.map(({ name, starts }) => `${name[0]} ${starts.slice(5, 10)}`);

const timed = ['DTSTART;TZID=Europe/Berlin:20261202T180000', 'DTEND;TZID=Europe/Berlin:20261203T060000'];
const whole = ['DTSTART;VALUE=DATE:20261202', 'DTEND;VALUE=DATE:20261203'];
const four = 'RRULE:FREQ=DAILY;COUNT=4';
const swapped = ['A 12-02', 'A 12-03', 'B 12-04', 'A 12-05'];

test('finds a changed or cancelled turn by its moment in any notation', async (t) => {
  const same: [series: string[], turn: string][] = [
    [timed, ';TZID=Europe/Berlin:20261204T180000'],
    [timed, ':20261204T170000Z'],
    [timed, ';TZID=Europe/London:20261204T170000'],
    [timed, ';TZID=America/New_York:20261204T120000'],
    [timed, ';TZID=W. Europe Standard Time:20261204T180000'],
    [timed, ':20261204T180000'],
    [timed, ';VALUE=DATE:20261204'],
    [whole, ';VALUE=DATE:20261204'],
    [whole, ':20261204'],
    [whole, ';TZID=W. Europe Standard Time:20261204T000000'],
    [whole, ';TZID=America/New_York:20261204T000000'],
    [whole, ':20261203T230000Z'],
    [whole, ':20261204T000000Z'],
    [whole, ':20261204T000000'],
  ];
  for (const [series, turn] of same) {
    await t.test(`${series[0]} ${turn}`, () => {
      const own =
        series === timed ? ['DTSTART;TZID=Europe/Berlin:20261204T190000', 'DURATION:PT1H'] : ['DTSTART:20261204'];
      const all = event('Anna', ...series, four);
      assert.deepEqual(daysOf(...all, ...event('Bert', `RECURRENCE-ID${turn}`, ...own)), swapped);
      const cancelled = event('Anna', `RECURRENCE-ID${turn}`, 'STATUS:CANCELLED');
      const rest = ['A 12-02', 'A 12-03', 'A 12-05'];
      assert.deepEqual(daysOf(...all, ...cancelled), rest);
      const paused = event('Anna', ...series, four, `EXDATE${turn}`);
      assert.deepEqual(daysOf(...paused), rest);
    });
  }
});

test('a change without a matching turn is its own shift and is named; the newest change wins', () => {
  const series = event('Anna', ...timed, four);
  const odd = event('Bert', 'RECURRENCE-ID:20261204T173000Z', 'DTSTART:20261204T173000Z', 'DURATION:PT1H');
  const { shifts, unread } = read(...series, ...odd);
  assert.equal(shifts.length, 5);
  assert.deepEqual(
    unread.map(({ name, reason, starts }) => [name, reason, starts]),
    [['Bert', 'change', '2026-12-04T18:30']],
  );
  const gone = read(...series, ...event('Anna', 'RECURRENCE-ID:20261224T170000Z', 'STATUS:CANCELLED'));
  assert.deepEqual([gone.shifts.length, gone.unread.length], [4, 1]);
  const change = (name: string, sequence: number) =>
    event(name, `SEQUENCE:${sequence}`, 'RECURRENCE-ID:20261204T170000Z', 'DTSTART:20261204T170000Z', 'DURATION:PT1H');
  assert.deepEqual(daysOf(...series, ...change('Bert', 3), ...change('Cem', 2)), swapped);
  assert.deepEqual(daysOf(...change('Bert', 3), ...change('Cem', 2)), ['B 12-04'], 'without the series, too');
  const [older, newer] = [event('Anna', ...timed), event('Bert', 'SEQUENCE:1', ...timed)];
  assert.deepEqual(daysOf(...older, ...newer), ['B 12-02'], 'a newer version of an event');
});

test('names an older version with the newer one that replaces it, but not a repeated event', () => {
  const version = (name: string, ...lines: string[]) => event(name, ...timed, ...lines);
  const change = (name: string, sequence: number) =>
    event(name, `SEQUENCE:${sequence}`, 'RECURRENCE-ID:20261204T170000Z', 'DTSTART:20261204T170000Z', 'DURATION:PT1H');
  const files: [lines: string[], shifts: string[], older: string[]][] = [
    [[...version('Anna', 'SEQUENCE:2'), ...version('Bert', 'SEQUENCE:1')], ['A 12-02'], ['Bert']],
    [[...version('Bert'), ...version('Anna', 'SEQUENCE:1')], ['A 12-02'], ['Bert']],
    [[...version('Anna'), ...version('Anna', 'SEQUENCE:1')], ['A 12-02'], []],
    [
      [...version('Anna', 'LAST-MODIFIED:20261102T000000Z'), ...version('Bert', 'LAST-MODIFIED:20261101T000000Z')],
      ['A 12-02'],
      ['Bert'],
    ],
    [[...version('Anna', four), ...change('Bert', 3), ...change('Cem', 2)], swapped, ['Cem']],
    [[...version('Anna', four), ...change('Cem', 2), ...change('Bert', 3)], swapped, ['Cem']],
    [[...version('Anna', four), ...change('Bert', 3), ...change('Bert', 2)], swapped, []],
    [[...change('Cem', 2), ...change('Bert', 3)], ['B 12-04'], ['Cem']],
  ];
  for (const [lines, shifts, older] of files) {
    const { unread } = read(...lines);
    assert.deepEqual(daysOf(...lines), shifts);
    assert.deepEqual(
      unread.map(({ name, reason }) => [name, reason]),
      older.map((name) => [name, 'older']),
    );
  }
});

test('names an exclusion that matches no turn of that day', () => {
  const paused = (at: string) => read(...event('Anna', ...timed, four, `EXDATE:${at}`));
  const missed = paused('20261204T180000Z');
  assert.deepEqual([missed.shifts.length, missed.unread.map(({ reason }) => reason)], [4, ['change']]);
  assert.deepEqual(paused('20270104T180000Z').unread, [], 'a day on which the series has no turn');
});

test('names a start outside of its own rule, unless it is excluded or outside of the period', () => {
  const tuesdays = 'RRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=2';
  const cases: [name: string, lines: string[], days: string[], isNamed: boolean][] = [
    ['a Wednesday', [...timed, tuesdays], ['12-08', '12-15'], true],
    ['a whole Wednesday', [...whole, tuesdays], ['12-08', '12-15'], true],
    ['after its end', [...timed, 'RRULE:FREQ=DAILY;UNTIL=20261201'], [], true],
    ['at another hour', [...timed, 'RRULE:FREQ=DAILY;BYHOUR=8;COUNT=2'], ['12-03', '12-04'], true],
    ['a turn', [...timed, 'RRULE:FREQ=WEEKLY;BYDAY=WE;COUNT=2'], ['12-02', '12-09'], false],
    ['excluded', [...timed, tuesdays, 'EXDATE;TZID=Europe/Berlin:20261202T180000'], ['12-08', '12-15'], false],
    ['listed', [...timed, tuesdays, 'RDATE;TZID=Europe/Berlin:20261202T180000'], ['12-02', '12-08', '12-15'], false],
    [
      'over',
      ['DTSTART:20260107T080000Z', 'DURATION:PT8H', 'RRULE:FREQ=WEEKLY;BYDAY=TU;UNTIL=20261209'],
      ['12-01', '12-08'],
      false,
    ],
  ];
  for (const [name, lines, days, isNamed] of cases) {
    const { shifts, unread } = read(...event('Anna', ...lines));
    assert.deepEqual(
      shifts.map(({ starts }) => starts.slice(5, 10)),
      days,
      name,
    );
    assert.deepEqual(
      unread.map(({ reason, starts }) => [reason, starts?.slice(5, 10)]),
      isNamed ? [['start', '12-02']] : [],
      name,
    );
  }
});

test('each of two series with one UID keeps its own changed turns', () => {
  const days = event('Anna', ...timed, four);
  const nights = event('Dora', 'DTSTART:20261202T050000Z', 'DTEND:20261202T170000Z', four);
  const changes = [
    ...event('Bert', 'RECURRENCE-ID:20261204T050000Z', 'DTSTART:20261204T060000Z', 'DURATION:PT1H'),
    ...event('Cem', 'RECURRENCE-ID:20261203T170000Z', 'DTSTART:20261203T180000Z', 'DURATION:PT1H'),
  ];
  for (const lines of [
    [...days, ...nights, ...changes],
    [...changes, ...nights, ...days],
  ]) {
    const { shifts, unread } = read(...lines);
    assert.deepEqual(
      shifts
        .map(({ name, starts }) => `${name[0]} ${starts.slice(8)}`)
        .sort((a, b) => a.slice(2).localeCompare(b.slice(2))),
      ['D 02T06:00', 'A 02T18:00', 'D 03T06:00', 'C 03T19:00', 'B 04T07:00', 'A 04T18:00', 'D 05T06:00', 'A 05T18:00'],
    );
    assert.deepEqual(unread, []);
    assert.equal(new Set(shifts.map(({ uid }) => uid)).size, 8);
  }
});

const year = (rule: string, start = '20261207') =>
  daysOf(...event('A', `DTSTART;VALUE=DATE:${start}`, `RRULE:${rule}`)).map((one) => one.slice(2));

test('understands all parts of rules', async (t) => {
  const rules: [rule: string, days: string[], start?: string][] = [
    ['FREQ=YEARLY;BYWEEKNO=53;BYDAY=MO', ['12-28'], '20261228'],
    ['FREQ=YEARLY;BYWEEKNO=1,-1;BYDAY=MO', ['12-28', '01-04', '12-27'], '20261228'],
    ['FREQ=YEARLY;BYWEEKNO=20', ['05-17'], '20260511'],
    ['FREQ=YEARLY;BYWEEKNO=1;BYDAY=SU;WKST=SU', ['01-03', '01-02'], '20260104'],
    ['FREQ=YEARLY;BYYEARDAY=1,-1', ['12-31', '01-01', '12-31', '01-01'], '20260101'],
    ['FREQ=MONTHLY;BYDAY=-1FR;COUNT=3', ['12-25', '01-29', '02-26'], '20261225'],
    ['FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;COUNT=2', ['12-31', '01-29'], '20261231'],
    ['FREQ=MONTHLY;BYMONTHDAY=31;COUNT=3', ['12-31', '01-31', '03-31'], '20261231'],
    ['FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13;COUNT=1', ['08-13']],
    ['FREQ=YEARLY;BYMONTH=1;BYDAY=2SU', ['01-10'], '20260111'],
    ['FREQ=YEARLY;INTERVAL=4;BYMONTH=2;BYMONTHDAY=29', [], '20240229'],
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU;WKST=SU;COUNT=4', ['12-07', '12-20', '12-21', '01-03']],
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU;WKST=MO;COUNT=4', ['12-07', '12-13', '12-21', '12-27']],
    ['FREQ=DAILY;INTERVAL=10;UNTIL=20261227', ['12-07', '12-17', '12-27']],
    ['FREQ=DAILY;BYMONTH=2;BYDAY=SU', ['02-07', '02-14', '02-21', '02-28']],
    ['freq=weekly;until=20261221t000000z;', ['12-07', '12-14', '12-21']],
    ['RSCALE=GREGORIAN;FREQ=YEARLY;SKIP=OMIT', ['12-07', '12-07']],
  ];
  for (const [rule, days, start] of rules) await t.test(rule, () => assert.deepEqual(year(rule, start), days));
  const weeks = event(
    'A',
    'DTSTART;TZID=Europe/Berlin:20261207T080000',
    'DTEND;TZID=Europe/Berlin:20261214T080000',
    `RRULE:FREQ=YEARLY;BYWEEKNO=${Array.from({ length: 13 }, (_, at) => at * 4 + 2)};BYDAY=MO`,
  );
  const begun = daysOf(...weeks);
  assert.deepEqual([begun.length, begun[0], begun[1], begun.at(-1)], [14, 'A 12-07', 'A 01-11', 'A 12-13']);
  const hours = (rule: string) =>
    read(...event('A', 'DTSTART:20261201T070000Z', 'DURATION:PT8H', rule)).shifts.map(({ starts }) => starts.slice(8));
  assert.deepEqual(hours('RRULE:FREQ=HOURLY;INTERVAL=8;COUNT=4'), ['01T08:00', '01T16:00', '02T00:00', '02T08:00']);
  assert.deepEqual(hours('RRULE:FREQ=DAILY;BYHOUR=19,7;BYMINUTE=0;COUNT=3'), ['01T08:00', '01T20:00', '02T08:00']);
});

test('excludes and moves turns across a clock change, in zones that the file describes', () => {
  const shown = (...lines: string[]) =>
    read(...lines).shifts.map(({ name, starts }) => `${name[0]} ${starts.slice(5)}`);
  const early = ['DTSTART;TZID=Europe/Berlin:20270301T003000', 'DTEND;TZID=Europe/Berlin:20270301T063000'];
  assert.deepEqual(
    shown(...event('A', ...early, 'RRULE:FREQ=WEEKLY;COUNT=6', 'EXDATE:20270328T223000Z')),
    ['A 03-01T00:30', 'A 03-08T00:30', 'A 03-15T00:30', 'A 03-22T00:30', 'A 04-05T00:30'],
    'in UTC, where the clock has changed since the first',
  );
  const begin = ';TZID=Europe/Berlin:2026121';
  const later = [
    `RECURRENCE-ID;RANGE=THISANDFUTURE${begin}6T180000`,
    `DTSTART${begin}6T200000`,
    `DTEND${begin}7T080000`,
  ];
  assert.deepEqual(
    shown(...event('A', ...timed, 'RRULE:FREQ=WEEKLY;COUNT=4'), ...event('B', ...later)),
    ['A 12-02T18:00', 'A 12-09T18:00', 'B 12-16T20:00', 'B 12-23T20:00'],
    'this turn and all that follow',
  );
  const eastern = [
    ...['BEGIN:VTIMEZONE', 'TZID:Eastern Standard Time'],
    ...['BEGIN:STANDARD', 'DTSTART:16010101T020000', 'TZOFFSETFROM:-0400', 'TZOFFSETTO:-0500'],
    ...['RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=1SU;BYMONTH=11', 'END:STANDARD'],
    ...['BEGIN:DAYLIGHT', 'DTSTART:16010101T020000', 'TZOFFSETFROM:-0500', 'TZOFFSETTO:-0400'],
    ...['RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=2SU;BYMONTH=3', 'END:DAYLIGHT', 'END:VTIMEZONE'],
  ];
  const noon = ['DTSTART;TZID=Eastern Standard Time:20270301T120000', 'DURATION:PT12H', 'RRULE:FREQ=WEEKLY;COUNT=5'];
  assert.deepEqual(
    shown(...eastern, ...event('A', ...noon)),
    ['A 03-01T18:00', 'A 03-08T18:00', 'A 03-15T17:00', 'A 03-22T17:00', 'A 03-29T18:00'],
    'two weeks in which only one of the zones has changed its clock',
  );
});

test('reads lines that are folded anywhere', () => {
  const folded = ['SUMMARY:Dienst', 'ATTENDEE;CN="Amsel, An', ' na":mailto:anna@amsel', ' .example'];
  const [first] = read('BEGIN:VEVENT', 'UID:a', ...folded, ...timed, 'END:VEVENT').shifts;
  assert.equal(first!.name, 'Amsel, Anna');
});

test('additional turns may be times, days or periods', () => {
  const listed = [
    'RDATE;VALUE=PERIOD:20261205T170000Z/PT6H,20261207T170000Z/20261207T180000Z',
    'RDATE;VALUE=DATE:20261209',
    'RDATE:20261211T100000Z',
  ];
  const { shifts } = read(...event('A', ...timed, ...listed));
  assert.deepEqual(
    shifts.map(({ starts, ends }) => `${starts.slice(8)}–${ends.slice(8)}`),
    ['02T18:00–03T06:00', '05T18:00–06T00:00', '07T18:00–07T19:00', '09T18:00–10T06:00', '11T11:00–11T23:00'],
  );
});

test('refuses a calendar of endless work by its steps, not by time', () => {
  const many = Array.from({ length: 3000 }, () =>
    event('A', 'DTSTART:10010101T000000Z', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;COUNT=999999;BYMONTH=2;BYMONTHDAY=31'),
  ).flat();
  assert.throws(() => read(...many), /error_calendar_costly/);
  const never = read(
    ...event('A', 'DTSTART:20200101T000000Z', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;BYMONTHDAY=31;BYMONTH=2'),
  );
  assert.deepEqual([never.shifts, never.outside], [[], 1]);
});
