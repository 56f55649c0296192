import { z } from 'zod';
import { type DrawingName, drawings } from '#shared/drawings.ts';
import { roles } from '#shared/permissions.ts';
import eventTypesJson from './event-types.json' with { type: 'json' };
import exercisesJson from './exercises.json' with { type: 'json' };
import groupsJson from './groups.json' with { type: 'json' };
import hospitalJson from './hospital.json' with { type: 'json' };
import locationsJson from './locations.json' with { type: 'json' };
import mailingListsJson from './mailing-lists.json' with { type: 'json' };
import pastEventsJson from './past-events.json' with { type: 'json' };
import peopleJson from './people.json' with { type: 'json' };
import rostersJson from './rosters.json' with { type: 'json' };
import snippetsJson from './snippets.json' with { type: 'json' };

const text = z.union([z.string(), z.array(z.string()).transform((lines) => lines.join('\n'))]);
const names = z.array(z.string());

const hospital = z.strictObject({
  name: z.string(),
  /** From the block of numbers that no telephone company assigns. */
  phone: z.string(),
  mailDomain: z.string(),
  channels: z.array(
    z.strictObject({
      identifier: z.string(),
      name: z.string(),
      nameEn: z.string(),
      type: z.string(),
      description: z.string(),
      descriptionEn: z.string(),
    }),
  ),
  /** By the person's last name. One that needs approval has only registered. */
  users: z.array(
    z.strictObject({
      lastName: z.string(),
      roles: z.array(z.enum(roles)).default([]),
      needApproval: z.boolean().default(false),
    }),
  ),
});

const person = z.strictObject({
  lastName: z.string(),
  firstName: z.string(),
  title: z.string().optional(),
  position: z.string(),
  inactive: z.boolean().optional(),
  without: z.array(z.enum(['email', 'mobile', 'phone'])).default([]),
  /** The owner of a shared mobile phone. */
  mobileOf: z.string().optional(),
  privateEmail: z.boolean().optional(),
  privateMobile: z.boolean().optional(),
  /** Only if it differs from the default language. */
  language: z.string().optional(),
  availability: z.string().optional(),
});

const department = z.strictObject({
  department: z.string(),
  /** Only for partners outside the hospital. */
  mailDomain: z.string().optional(),
  people: z.array(person),
});

const group = z.strictObject({
  name: z.string(),
  type: z.enum(['crisis_team', 'staff_function', 'department', 'on_call', 'partner']),
  about: z.string().optional(),
  /** Last names in call order. */
  members: names.default([]),
  /** Members who are always called first. */
  calledFirst: names.default([]),
  get groups() {
    return z.array(group).default([]);
  },
});

const mailingList = z.strictObject({
  name: z.string(),
  type: z.enum(['alarm', 'information', 'situation_report', 'press']),
  about: z.string(),
  people: names.default([]),
  groups: z
    .array(
      z.strictObject({
        name: z.string(),
        stopLimit: z.int().optional(),
        waitMinutes: z.int().optional(),
        /** Only people on duty. */
        onDuty: z.boolean().default(false),
      }),
    )
    .default([]),
  get lists() {
    return z.array(mailingList).default([]);
  },
});

const roster = z.strictObject({
  group: z.string(),
  /** Requires at least one person on duty at all times. */
  alwaysNeeded: z.boolean().default(false),
  /** Hour of the handover on Mondays. */
  changesAt: z.int(),
  /** Last names in weekly turns, starting with this week. */
  weekly: names,
  /** Substitutes by week, counted from this week. */
  substitutes: z.array(z.strictObject({ weeksAhead: z.int(), by: z.string() })).default([]),
});

const location = z.strictObject({
  name: z.string(),
  description: z.string(),
  address: z.string(),
  coordinates: z.string(),
});

const eventType = z.strictObject({
  identifier: z.string(),
  name: z.string(),
  nameEn: z.string(),
  description: z.string(),
  descriptionEn: z.string(),
  icon: z.enum(Object.keys(drawings) as DrawingName[]),
  location: z.string(),
  /** People to call in. */
  lists: names,
  /** Tasks at the start, with function and minutes. */
  checklist: z
    .array(z.strictObject({ text: z.string(), group: z.string().optional(), dueMinutes: z.int().optional() }))
    .default([]),
});

const snippet = z.strictObject({
  name: z.string(),
  nameEn: z.string(),
  type: z.enum(['activation', 'information', 'instruction', 'all_clear', 'closing']),
  /** For all event types unless one is named. */
  reportType: z
    .enum(['activation', 'staff_information', 'public_information', 'press_release', 'all_clear'])
    .optional(),
  eventType: z.string().optional(),
  readOnly: z.boolean().default(false),
  content: text,
  contentEn: text,
});

const draft = z.strictObject({
  type: z.enum(['activation', 'staff_information', 'public_information', 'all_clear']),
  /** Last name of a user; "owner" is the first account. */
  author: z.string(),
  channels: z.array(z.enum(['email', 'sms', 'exercise'])),
  lists: names,
  title: z.string(),
  content: text,
});

/** Minutes after the start of the event. */
const after = z.int();

const report = draft.extend({ after });

const situation = z.strictObject({
  after,
  /** Minutes after the start of the event. */
  nextAfter: z.int().optional(),
  status: z.enum(['approved', 'distributed']),
  /** By the field keys of the template. */
  data: z.record(z.string(), z.unknown()),
});

const event = z.strictObject({
  name: z.string(),
  type: z.string(),
  location: z.string(),
  description: z.string(),
  mode: z.enum(['LIVE', 'EXERCISE']),
  state: z.enum(['running', 'finished', 'archived']),
  began: z.union([z.strictObject({ daysAgo: z.int(), at: z.string() }), z.strictObject({ minutesAgo: z.int() })]),
  /** Minutes until it was finished. */
  lasted: z.int().optional(),
  reports: z.array(report),
  /** Handwritten log entries. */
  notes: z.array(z.strictObject({ after, author: z.string(), text: z.string() })),
  situations: z.array(situation).default([]),
  /** A draft of a report. */
  draft: draft.optional(),
});

/** A group with its members and its subgroups. */
export type DemoGroup = z.infer<typeof group>;

/** A mailing list with its people, groups and child lists. */
export type DemoList = z.infer<typeof mailingList>;

/** The duty roster of a group, by week. */
export type DemoRoster = z.infer<typeof roster>;

/** A person of the demo hospital or of a partner. */
export type DemoPerson = z.infer<typeof person>;

/** An event of the demo hospital with its full history. */
export type DemoEvent = z.infer<typeof event>;

/** A draft of a report. */
export type DemoDraft = z.infer<typeof draft>;

/** Sent at once on all channels. */
export type DemoReport = z.infer<typeof report>;

/** The validated JSON files of this folder. */
export const content = z
  .object({
    hospital,
    departments: z.array(department),
    groups: z.array(group),
    mailingLists: z.array(mailingList),
    rosters: z.array(roster),
    locations: z.array(location),
    eventTypes: z.array(eventType),
    snippets: z.array(snippet),
    /** The oldest first. */
    pastEvents: z.array(event),
    /** The last one is running. */
    exercises: z.array(event),
  })
  .parse({
    hospital: hospitalJson,
    departments: peopleJson,
    groups: groupsJson,
    mailingLists: mailingListsJson,
    rosters: rostersJson,
    locations: locationsJson,
    eventTypes: eventTypesJson,
    snippets: snippetsJson,
    pastEvents: pastEventsJson,
    exercises: exercisesJson,
  });
