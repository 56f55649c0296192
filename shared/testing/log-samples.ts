import type { LogData, LogKind } from '#shared/event-log/kinds.ts';

const message = { message: 40_001, title: '«Alarm»', channel: '«SMS»' };
const reach = { reserve: 0, suppressed: 0, withoutRelease: false, lists: ['«Presse»'], groups: ['«Stab»'], people: 0 };
const situation = { situationReport: 40_003, number: 7 };
const limit = { report: 40_002, group: '«Stab»', groupId: 40_004, needed: 1234, reached: 1201 };
const answer = { report: 40_002, recipient: 40_005, person: 40_006, source: 'link' };
const arrival = { report: 40_002, person: 40_006, source: 'link' };
const ended = { status: 'sent', sent: 5678, failed: 2345, suppressed: 40_007, skipped: 40_008 };

const report = { deadline: 40_015, name: '«Meldung»', nameEn: '«Meldung»' };
const timeZone = 'Europe/Berlin';
const deadline = { ...report, dueAt: '2026-03-01T12:00:00.000Z', timeZone };
const dispatch = {
  ...report,
  timeZone,
  reportedAt: '2026-03-01T10:00:00.000Z',
  way: 'PORTAL',
  textHash: null,
} as const;
const task = { task: 40_010, text: '«Haus räumen»', group: '«Technik»', person: null, dueAt: null };
const person = { ...task, group: null, person: 40_011, dueAt: '2026-11-21T10:00:00.000Z' };

/** Sample data for every log entry kind; names are in «», numbers that aren't ids are below 10,000. */
export const logSamples: { [K in LogKind]: LogData<K>[] } = {
  event_created: [
    { name: '«Sturm»', mode: 'LIVE', running: true },
    { name: '«Sturm»', mode: 'EXERCISE', running: false },
  ],
  event_updated: [{ name: '«Sturm»', fields: ['name', 'description', 'eventDate', 'eventType', 'location'] }],
  event_escalated: [{ name: '«Sturm»', activationEventType: '«Brand»' }],
  event_started: [{ name: '«Sturm»' }],
  event_finished: [{ name: '«Sturm»' }],
  event_continued: [{ name: '«Sturm»' }],
  event_archived: [{ name: '«Sturm»' }],
  event_restored: [{ name: '«Sturm»' }],
  event_deleted: [{ name: '«Sturm»' }],
  message_pending_approval: [
    { ...message, sendAt: null },
    { ...message, sendAt: '2026-11-21T20:05:20.310Z' },
  ],
  message_released: [message, { ...message, channelEn: '«SMS»' }],
  message_rejected: [{ ...message, reason: '«zu lang»' }],
  message_scheduled: [
    { ...message, sendAt: '2026-11-21T20:05:20.310Z', withoutRelease: false },
    { ...message, sendAt: '2026-11-21T20:05:20.310Z', withoutRelease: true },
  ],
  message_launched: [
    { ...message, ...reach, recipients: 1234, reserve: 33, suppressed: 5678 },
    { ...message, ...reach, recipients: 1, people: 1, withoutRelease: true },
    { ...message, ...reach, recipients: null, lists: [], groups: [] },
    { ...message, ...reach, recipients: 0, suppressed: 5678, spared: 1234 },
    { ...message, ...reach, recipients: 0, answered: 1, spared: 2 },
    { ...message, ...reach, recipients: 1, answered: 3, spared: 0 },
    { ...message, ...reach, recipients: 1, onlyMailbox: true },
  ],
  nobody_on_duty: [{ report: 40_002, group: '«Technik»', groupId: 40_004 }],
  message_handed_over: [
    { ...message, people: 1 },
    { ...message, people: 1234, reserve: 1201 },
    { ...message, people: 0, reserve: 0 },
    { ...message, people: 3, insteadOf: '«SMS»' },
  ],
  stand_down: [
    { ...message, people: 1 },
    { ...message, people: 1234 },
  ],
  stand_down_switched: [
    { report: 40_002, title: '«Warnung»', on: true },
    { report: 40_002, title: '«Warnung»', on: false },
  ],
  message_relaunched: [
    { ...message, recipients: 1 },
    { ...message, recipients: 1234 },
  ],
  follow_up_late: [
    { ...message, people: 1 },
    { ...message, people: 1234 },
  ],
  follow_up_in_alarm: [
    { ...message, people: 1 },
    { ...message, people: 1234 },
  ],
  follow_up_ended: [message],
  message_stopped: [
    { ...message, cancelled: 1 },
    { ...message, cancelled: 1234, onTheWire: 12 },
  ],
  all_clear_given: [{ report: 40_002, title: '«Alarm»' }],
  all_clear_withdrawn: [{ report: 40_002, title: '«Alarm»' }],
  asking_stopped: [
    { report: 40_002, title: '«Alarm»', left: 1 },
    { report: 40_002, title: '«Alarm»', left: 1234 },
  ],
  reserve_asked: [
    { report: 40_002, title: '«Alarm»', people: 1, isNext: true },
    { report: 40_002, title: '«Alarm»', people: 1234, isNext: false },
  ],
  message_finished: [{ ...message, ...ended }],
  message_unsendable: [{ ...message, error: 'error_no_recipients' }],
  answer: [
    { ...answer, option: '«Ich komme»', kind: 'POSITIVE', minutes: 1, late: false },
    { ...answer, option: '«Ich komme»', kind: 'POSITIVE', minutes: 1234, late: true },
    { ...answer, option: '«Später»', kind: 'NEUTRAL', minutes: null, late: false },
    { ...answer, option: null, kind: null, minutes: null, late: true },
  ],
  answer_withdrawn: [
    { report: 40_002, recipient: 40_005, person: 40_006, option: '«Ich komme»' },
    { report: 40_002, recipient: 40_005, person: null, option: null },
  ],
  reply_filed: [{ reply: 40_009 }],
  limit_reached: [limit],
  limit_not_reached: [limit, { ...limit, isEnded: true }],
  limit_reopened: [
    { ...limit, overdue: 0 },
    { ...limit, overdue: 1 },
    { ...limit, overdue: 2345 },
  ],
  arrival: [arrival, { ...arrival, source: 'operator' }],
  arrival_withdrawn: [{ ...arrival, source: 'operator' }],
  situation_report_created: [situation],
  situation_report_submitted: [situation],
  situation_report_withdrawn: [situation],
  situation_report_discarded: [situation],
  situation_report_approved: [situation],
  situation_report_rejected: [{ ...situation, reason: '«zu lang»' }],
  situation_report_reopened: [situation],
  situation_report_mailed: [
    { ...situation, count: 1, lists: ['«Presse»'] },
    { ...situation, count: 1234, lists: ['«Presse»', '«Stab»'] },
  ],
  tasks_begun: [{ tasks: 1 }, { tasks: 1234 }],
  task_begun: [
    { ...task, dueMinutes: null },
    { ...person, dueMinutes: 1 },
    { ...person, dueMinutes: 1234 },
  ],
  task_added: [
    { ...task, dueMinutes: null },
    { ...person, dueMinutes: 1 },
    { ...person, dueMinutes: 1234 },
  ],
  task_done: [task, person],
  task_reopened: [task],
  deadlines_begun: [{ names: ['«Erstmeldung»'], namesEn: ['«Erstmeldung»'], knownAt: deadline.dueAt, timeZone }],
  deadline_added: [deadline],
  knowledge_corrected: [
    { from: null, to: deadline.dueAt, reason: '«früher bemerkt»', timeZone },
    { from: deadline.dueAt, to: deadline.dueAt, reason: '«früher bemerkt»', timeZone },
  ],
  deadline_reminded: [deadline],
  deadline_reported: [
    { ...dispatch, reference: null, isProgress: false, isLate: false },
    { ...dispatch, reference: '«BSI-1»', isProgress: true, isLate: true },
  ],
  deadline_addition: [{ ...report, text: '«Nachtrag»' }],
  deadline_waived: [{ ...report, reason: '«kein Vorfall»' }],
  deadline_resumed: [report],
  monitor_link_created: [{ monitorLink: 40_011 }],
  monitor_link_revoked: [{ monitorLink: 40_011 }],
  trigger_started: [{ trigger: 40_009, name: '«Brand»', way: 'sms' }],
  trigger_repeated: [
    { trigger: 40_009, name: '«Brand»', way: 'post', text: '' },
    { trigger: 40_009, name: '«Brand»', way: 'mail', text: '«Haus 3»' },
  ],
  trigger_cancelled: [{ trigger: 40_009, name: '«Brand»', way: 'call' }],
};
