// the demo hospital: event 5 is a running exercise with an activation (12) and a draft (14), event 3 is finished
/** Pages that hold what people read in an event and of contacts. */
export const demoPages = [
  '/',
  '/activation',
  '/communication',
  '/situation-report',
  '/events',
  '/events?filter=archive',
  '/event/5',
  '/event/3',
  '/event/5/after-action',
  '/event/3/after-action',
  '/event/5/reports',
  '/event/5/report/12',
  '/event/5/report/14',
  '/event/5/report/12/message/14',
  '/event/5/situation-reports',
  '/event/5/situation-report/3',
  '/exercise-mailbox',
  '/groups',
  '/groups?view=people',
  '/group/1',
  '/group/42', // with a roster
  '/person/1',
  '/mailinglists',
  '/mailinglist/1',
  '/administration',
];
