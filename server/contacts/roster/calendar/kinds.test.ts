import assert from 'node:assert/strict';
import test from 'node:test';
import { parseCalendar } from '#server/contacts/roster/parse-calendar.ts';

const span = { from: new Date('2026-11-28T22:00:00Z'), until: new Date('2028-01-02T22:00:00Z') };
const event = (name: string, ...lines: string[]) => [
  'BEGIN:VEVENT',
  `UID:${lines.find((line) => line.startsWith('UID:'))?.slice(4) ?? name}`,
  `SUMMARY:${name}`,
  ...lines.filter((line) => !line.startsWith('UID:')),
  'END:VEVENT',
];
const calendar = (...lines: string[]) => ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR'].join('\r\n');
const read = (...lines: string[]) => parseCalendar({ text: calendar(...lines), span, zone: 'Europe/Berlin' });
/** Each shift as "name begin – end". */
const shiftsOf = (...lines: string[]) =>
  read(...lines).shifts.map(({ name, starts, ends }) => `${name} ${starts.slice(5)} – ${ends.slice(5)}`);

const [anna, bert] = ['Anna Amsel', 'Bert Bach'];
const night = ['DTSTART:20261201T170000Z', 'DTEND:20261202T050000Z'];
const annasNight = 'Anna Amsel 12-01T18:00 – 12-02T06:00';
const attendee = (parameters: string, name = bert) =>
  `ATTENDEE;${parameters};CN=${name}:mailto:${name.split(' ')[0]!.toLowerCase()}@house.example`;
const going = `ATTENDEE;CN=${anna};PARTSTAT=ACCEPTED:mailto:anna@amsel.example`;

test('attendees that decline and resources are not on duty', async (t) => {
  const away = [
    'PARTSTAT=DECLINED',
    'PARTSTAT=declined',
    'ROLE=REQ-PARTICIPANT;PARTSTAT=DELEGATED;DELEGATED-TO="mailto:x@house.example"',
    'ROLE=NON-PARTICIPANT',
    'CUTYPE=ROOM;PARTSTAT=ACCEPTED',
    'CUTYPE="RESOURCE"',
    'cutype=room',
  ];
  for (const parameters of away) {
    await t.test(parameters, () => {
      assert.deepEqual(shiftsOf(...event('Dienst', attendee(parameters), going, ...night)), [annasNight]);
    });
  }
  const room = [attendee('PARTSTAT=ACCEPTED', 'Raum 4'), 'LOCATION:Raum 4'];
  assert.deepEqual(shiftsOf(...event('Dienst', ...room, going, ...night)), [annasNight]);
  const car = 'ATTENDEE;CN=KdoW:mailto:c_1@resource.calendar.google.com';
  assert.deepEqual(shiftsOf(...event('Dienst', car, going, ...night)), [annasNight]);
  const none = read(...event(bert, attendee('PARTSTAT=DECLINED'), ...night));
  assert.deepEqual([none.shifts, none.unread.map(({ reason }) => reason)], [[], ['declined']]);
});

test('a title of leave puts no person on duty; a substitute is on duty', () => {
  const leave = `Urlaub ${anna}|${anna} - Urlaub|${anna} (krank)|Frei: ${anna}|Urlaub|${anna} Elternzeit|Jahresurlaub ${anna}|Sick leave: ${anna}|Rufdienst ${anna} (krank)|Bereitschaft: ${anna} - Urlaub|Urlaub ${anna} (Dienstag)`;
  for (const title of leave.split('|')) {
    const { shifts, unread } = read(...event(title, ...night));
    assert.deepEqual([shifts, unread.map(({ reason }) => reason)], [[], ['absent']], title);
  }
  const duty = `Anna Frei|Frei, Anna|Urlaub, Bert|Urlaubsvertretung ${anna}|${anna} für ${bert} (Urlaub)|${bert} Urlaub, Vertretung ${anna}|Rufdienst ${anna}|Bereitschaft: Frei|On call: Dr. Anna Urlaub|Dr. Anna Urlaub|Rufdienst - Frei|Urlaub ${bert}, es vertritt ${anna}`;
  for (const title of duty.split('|')) assert.equal(read(...event(title, ...night)).shifts.length, 1, title);
});

test('who invited comes after who is invited; further people are named', () => {
  const people = (...lines: string[]) => read(...event('Rufdienst', ...lines, ...night));
  const chief = 'ATTENDEE;CN=Chefin:mailto:chefin@house.example';
  const second = [attendee('ROLE=CHAIR', 'Chefin'), attendee('ROLE=OPT-PARTICIPANT'), attendee('CUTYPE=GROUP', 'Team')];
  for (const lines of [[chief, 'ORGANIZER;CN=Chefin:MAILTO:Chefin@house.example'], ...second.map((one) => [one])]) {
    const { shifts, unread } = people(...lines, going);
    assert.deepEqual([shifts.map(({ name }) => name), unread], [[anna], []], lines.join(' '));
  }
  const { shifts, unread } = people(going, attendee('PARTSTAT=ACCEPTED'), attendee('PARTSTAT=DECLINED', 'Cora Cohn'));
  assert.deepEqual(
    shifts.map(({ name }) => name),
    [anna],
  );
  assert.deepEqual(unread, [{ name: 'Rufdienst', starts: '2026-12-01T18:00', reason: 'others', part: bert }]);
  const missed = people(going, attendee('PARTSTAT=ACCEPTED'), 'RRULE:FREQ=DAILY;COUNT=3', 'EXDATE:20261202T180000Z');
  assert.deepEqual(
    missed.unread.map(({ reason }) => reason),
    ['change', 'others'],
    'hides no other reason',
  );
});

test('names an unreadable event and reads all others', async (t) => {
  const broken: Record<string, [lines: string[], reason: string, part: string]> = {
    'a time of four digits': [['DTSTART:0000', 'DTEND:20261202T050000Z'], 'times', '0000'],
    'a day that no month has': [['DTSTART:20261131T170000Z', 'DURATION:PT1H'], 'times', '20261131T170000Z'],
    'no begin': [['DTEND:20261202T050000Z'], 'times', 'DTSTART'],
    'an end before the begin': [['DTSTART:20261202T170000Z', 'DTEND:20261202T050000Z'], 'times', 'DTEND'],
    'no length': [['DTSTART:20261202T170000Z'], 'times', 'DTEND'],
    'a length of nothing': [['DTSTART:20261202T170000Z', 'DURATION:PT0S'], 'times', 'DURATION'],
    'an odd duration': [['DTSTART:20261202T170000Z', 'DURATION:12h'], 'times', '12h'],
    'a day that ends at a time': [
      ['DTSTART;VALUE=DATE:20261201', 'DTEND;TZID=Europe/Berlin:20261202T060000'],
      'times',
      'DTEND',
    ],
    'two begins': [[...night, 'DTSTART:20261203T170000Z'], 'times', 'DTSTART'],
    'turns each minute': [[...night, 'RRULE:FREQ=MINUTELY'], 'rule', 'FREQ=MINUTELY'],
    'an unknown part of a rule': [[...night, 'RRULE:FREQ=DAILY;BYMOON=FULL'], 'rule', 'BYMOON=FULL'],
    'another calendar': [[...night, 'RRULE:FREQ=YEARLY;RSCALE=HEBREW'], 'rule', 'RSCALE=HEBREW'],
    'a rule for what is left out': [[...night, 'RRULE:FREQ=DAILY', 'EXRULE:FREQ=WEEKLY'], 'rule', 'EXRULE'],
    'an interval of nothing': [[...night, 'RRULE:FREQ=DAILY;INTERVAL=0'], 'rule', 'INTERVAL=0'],
    'weeks of a month': [[...night, 'RRULE:FREQ=MONTHLY;BYWEEKNO=3'], 'rule', 'BYWEEKNO'],
    'an unreadable end of a rule': [[...night, 'RRULE:FREQ=DAILY;UNTIL=SOON'], 'rule', 'SOON'],
    'six weeks without a break': [['DTSTART:20261201T170000Z', 'DURATION:P6W'], 'long', ''],
  };
  for (const [kind, [lines, reason, part]] of Object.entries(broken)) {
    await t.test(kind, () => {
      const { shifts, unread } = read(...event(bert, ...lines), ...event(anna, ...night));
      assert.deepEqual(
        shifts.map(({ name }) => name),
        [anna],
      );
      assert.deepEqual(
        unread.map((one) => [one.name, one.reason, one.part ?? '']),
        [[bert, reason, part]],
      );
    });
  }
  const spaced = calendar(...event(anna, ...night)).replaceAll(/^(BEGIN|END):/gm, '$1 : ');
  assert.equal(parseCalendar({ text: spaced, span, zone: 'Europe/Berlin' }).shifts.length, 1);
  const text = ['DESCRIPTION:Erste Zeile', 'zweite: ohne Einzug', '<p>x</p>', '', 'END:X', ...night];
  assert.deepEqual(shiftsOf(...event(anna, ...text)), [annasNight]);
  const alarm = ['BEGIN:VALARM', 'DURATION:PT5M', 'SUMMARY:Alarm', 'END:VALARM'];
  assert.deepEqual(shiftsOf(...event(anna, ...night, ...alarm)), [annasNight]);
  assert.deepEqual(shiftsOf(...event(anna, ...night).slice(0, -1), ...event(bert, ...night)).length, 2);
});

test('cancelled titles put no person on duty; entries that are not events are named', async (t) => {
  for (const title of ['Abgesagt: Anna Amsel', 'Canceled: Anna Amsel', 'Cancelled event: Anna', 'Storniert: Anna']) {
    await t.test(title, () => {
      const { shifts, cancelled } = read(...event(title, ...night), ...event(bert, ...night));
      assert.deepEqual([shifts.map(({ name }) => name), cancelled], [[bert], 1]);
    });
  }
  const task = ['BEGIN:VTODO', 'SUMMARY:Anna', 'DUE:20261202T050000Z', 'END:VTODO'];
  const free = ['BEGIN:VFREEBUSY', 'FREEBUSY:20261201T170000Z/PT12H', 'END:VFREEBUSY'];
  for (const method of ['COUNTER', 'DECLINECOUNTER']) {
    const { shifts, unread } = read(`METHOD:${method}`, ...event(anna, ...night));
    assert.deepEqual([shifts, unread.map(({ name, reason }) => [name, reason])], [[], [['COUNTER', 'kind']]]);
  }
  const { shifts, unread } = read(...task, ...event(anna, ...night), ...task, ...free);
  assert.deepEqual(
    [shifts.length, unread.map(({ name, reason, part }) => [name, reason, part])],
    [
      1,
      [
        ['VTODO', 'kind', '2'],
        ['VFREEBUSY', 'kind', '1'],
      ],
    ],
  );
});

test('refuses a truncated file and one that is not a calendar', () => {
  const whole = calendar(...event(anna, ...night));
  for (const text of [whole.slice(0, -15), 'hello', '', 'BEGIN:VCARD\r\nEND:VCARD']) {
    assert.throws(() => parseCalendar({ text, span, zone: 'Europe/Berlin' }), /error_calendar_unread/);
  }
  const both = `\uFEFF${whole}\n${calendar('METHOD:CANCEL', ...event(bert, ...night))}\n${whole.replaceAll(anna, 'Cem')}`;
  const { shifts, cancelled } = parseCalendar({ text: both, span, zone: 'Europe/Berlin' });
  assert.deepEqual([shifts.map(({ name }) => name), cancelled], [[anna, 'Cem'], 1], 'several calendars in a file');
});

const outlook = [
  'BEGIN:VTIMEZONE',
  'TZID:Our Own Time',
  'BEGIN:STANDARD',
  'DTSTART:16010101T030000',
  'TZOFFSETFROM:+0200',
  'TZOFFSETTO:+0100',
  'RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=10',
  'END:STANDARD',
  'BEGIN:DAYLIGHT',
  'DTSTART:16010101T020000',
  'TZOFFSETFROM:+0100',
  'TZOFFSETTO:+0200',
  'RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=3',
  'END:DAYLIGHT',
  'END:VTIMEZONE',
];

test('reads times as calendar programs write them', async (t) => {
  const zoned = (zone: string) => [`DTSTART;TZID=${zone}:20261201T180000`, `DTEND;TZID=${zone}:20261202T060000`];
  const inZone: Record<string, [begin: string, end: string]> = {
    'GMT Standard Time': ['12-01T19:00', '12-02T07:00'],
    '"W. Europe Standard Time"': ['12-01T18:00', '12-02T06:00'],
    'Eastern Standard Time': ['12-02T00:00', '12-02T12:00'],
    'FLE Standard Time': ['12-01T17:00', '12-02T05:00'],
    '"(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna"': ['12-01T18:00', '12-02T06:00'],
    '"(GMT+01.00) Sarajevo/Warsaw/Zagreb"': ['12-01T18:00', '12-02T06:00'],
    '/freeassociation.sourceforge.net/Tzfile/Europe/Helsinki': ['12-01T17:00', '12-02T05:00'],
    '/mozilla.org/20070129_1/America/Argentina/Buenos_Aires': ['12-01T22:00', '12-02T10:00'],
    '"UTC+03:00"': ['12-01T16:00', '12-02T04:00'],
    UTC: ['12-01T19:00', '12-02T07:00'],
    CET: ['12-01T18:00', '12-02T06:00'],
    MEZ: ['12-01T18:00', '12-02T06:00'],
    'W. Europe Standard Time 1': ['12-01T18:00', '12-02T06:00'],
    'tzone://Microsoft/Utc': ['12-01T19:00', '12-02T07:00'],
    '(GMT+01:00) Amsterdam / Berlin / Bern / Rome / Stockholm / Vienna': ['12-01T18:00', '12-02T06:00'],
    '+03:00': ['12-01T16:00', '12-02T04:00'],
    'Our Own Time': ['12-01T18:00', '12-02T06:00'],
  };
  for (const [zone, [begin, end]] of Object.entries(inZone)) {
    await t.test(zone, () => {
      const { shifts, unknownZones } = read(...outlook, ...event(anna, ...zoned(zone)));
      assert.deepEqual(
        shifts.map(({ starts, ends }) => [starts.slice(5), ends.slice(5)]),
        [[begin, end]],
      );
      assert.deepEqual(unknownZones, []);
    });
  }
  const written: Record<string, string[]> = {
    'an offset': ['DTSTART:20261201T180000+0100', 'DTEND:20261202T060000+01:00'],
    'ISO 8601': ['DTSTART:2026-12-01T18:00:00', 'DTEND:2026-12-02T06:00'],
    'a zone of the whole calendar': ['DTSTART:20261201T170000', 'DTEND:20261202T050000'],
    'twenty-four hours': ['DTSTART;TZID=Europe/Berlin:20261130T240000', 'DTEND;TZID=Europe/Berlin:20261202T060000'],
  };
  const own = { 'a zone of the whole calendar': ['X-WR-TIMEZONE:Europe/London'] } as Record<string, string[]>;
  for (const [kind, lines] of Object.entries(written)) {
    await t.test(kind, () => {
      const begin = kind === 'twenty-four hours' ? '00:00' : '18:00';
      assert.deepEqual(shiftsOf(...(own[kind] ?? []), ...event(anna, ...lines)), [
        `Anna Amsel 12-01T${begin} – 12-02T06:00`,
      ]);
    });
  }
});

test('across a clock change, a duration is elapsed time and an end is wall-clock time', async (t) => {
  const berlin = ';TZID=Europe/Berlin:';
  const kinds: [lines: string[], shown: string[]][] = [
    [[`DTSTART${berlin}20270327T180000`, 'DURATION:PT12H'], ['03-27T18:00 – 03-28T07:00']],
    [[`DTSTART${berlin}20270327T180000`, 'DURATION:P1D'], ['03-27T18:00 – 03-28T18:00']],
    [[`DTSTART${berlin}20270327T180000`, 'DURATION:P1DT12H'], ['03-27T18:00 – 03-29T06:00']],
    [[`DTSTART${berlin}20271030T180000`, 'DURATION:PT720M'], ['10-30T18:00 – 10-31T05:00']],
    [[`DTSTART${berlin}20270327T180000`, `DTEND${berlin}20270328T060000`], ['03-27T18:00 – 03-28T06:00']],
    [
      [`DTSTART${berlin}20270326T180000`, 'DURATION:PT12H', 'RRULE:FREQ=DAILY;COUNT=3'],
      ['03-26T18:00 – 03-27T06:00', '03-27T18:00 – 03-28T07:00', '03-28T18:00 – 03-29T06:00'],
    ],
    [
      ['DTSTART;TZID=Our Own Time:20270327T180000', 'DURATION:PT12H', 'RRULE:FREQ=DAILY;COUNT=2'],
      ['03-27T18:00 – 03-28T07:00', '03-28T18:00 – 03-29T06:00'],
    ],
    [['DTSTART;VALUE=DATE:20270328T180000', 'DTEND;VALUE=DATE:20270328T220000'], ['03-28T18:00 – 03-28T22:00']],
    [['DTSTART;VALUE=DATE:20270328', 'DTEND;VALUE=DATE:20270329'], ['03-28T00:00 – 03-29T00:00']],
  ];
  for (const [lines, shown] of kinds) {
    await t.test(lines.join(' '), () => {
      const expected = shown.map((one) => `Anna Amsel ${one}`);
      assert.deepEqual(shiftsOf(...outlook, ...event(anna, ...lines)), expected);
    });
  }
});

test('a whole day that ends on its day, or a minute before the next, is that day', async (t) => {
  const days: string[][] = [
    ['DTSTART;VALUE=DATE:20261207', 'DTEND;VALUE=DATE:20261207'],
    ['DTSTART;VALUE=DATE:20261207', 'DTEND;VALUE=DATE:20261208'],
    ['DTSTART;VALUE=DATE:20261207'],
    ['DTSTART:20261207', 'DTEND:20261207'],
    ['DTSTART;VALUE=DATE:20261207', 'DURATION:P1D'],
    ['DTSTART;VALUE=DATE:20261207', 'DURATION:PT0S'],
    ['DTSTART;VALUE=DATE:20261207T000000', 'DTEND;VALUE=DATE:20261207T000000'],
    ['DTSTART:20261207T000000', 'DTEND:20261207T235900'],
    ['DTSTART:20261207T000000', 'DTEND:20261207T235959'],
    ['DTSTART:20261207T000000', 'DTEND:20261207T000000', 'X-MICROSOFT-CDO-ALLDAYEVENT:TRUE'],
  ];
  for (const lines of days) {
    await t.test(lines.join(' '), () => {
      assert.deepEqual(shiftsOf(...event(anna, ...lines)), ['Anna Amsel 12-07T00:00 – 12-08T00:00']);
    });
  }
});

test('a shift that the local clock cannot show is named, and does not keep others out', () => {
  const shift = (name: string, from: string, until: string) =>
    event(name, `DTSTART:${from}`, `DTEND:${until}`, `UID:${from}`);
  // on 31 October 2027 the hour from 2 to 3 repeats, on 28 March it is missing
  const hours = [
    shift(bert, '20271031T003000Z', '20271031T013000Z'),
    shift(anna, '20271030T230000Z', '20271031T003000Z'),
  ];
  const backwards = shift(bert, '20271031T004500Z', '20271031T011500Z');
  const month = shift(bert, '20270310T000000Z', '20270410T000000Z');
  const whole = shift(anna, '20271010T000000Z', '20271110T010000Z');
  const { shifts, unread } = read(...hours.flat(), ...backwards, ...month, ...whole);
  assert.deepEqual(
    shifts.map(({ name, starts, ends }) => `${name} ${starts.slice(5)} – ${ends.slice(5)}`),
    ['Anna Amsel 10-31T01:00 – 10-31T02:30', 'Anna Amsel 10-10T02:00 – 11-10T02:00'],
  );
  assert.deepEqual(
    unread.map(({ name, reason }) => `${name} ${reason}`),
    ['Bert Bach times', 'Bert Bach times', 'Bert Bach long'],
  );
});
