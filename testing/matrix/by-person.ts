/**
 * The rule of a field in works-council mode:
 * - `person`: data about single people. Empty unless `PersonAccess` is `open`, except for failed addresses for
 *   administrators.
 * - `figures`: after the event only for at least five people, without receipts by message and times of one person.
 * - `delivery`: data needed to correct an address, without receipts and answers.
 * - `none`: no data about single people.
 */
type Rule = 'person' | 'figures' | 'delivery' | 'none';

/** All fields with answers, receipts, times or arrivals. A new field fails the test until it has a rule. */
export const personFields: Readonly<Record<string, Readonly<Partial<Record<Rule, string>>>>> = {
  Answer: {
    person: 'at by late minutes option source text',
  },
  MessageRecipient: {
    person: 'answer response sentAt deliveredAt statusReason status',
    delivery: 'targetAddress attempts maybeDuplicate crossedAllClear plannedAt',
    none: '_id id message person via',
  },
  Message: {
    person: 'messageRecipients',
    figures: 'callForecast messageResult percentageStatus',
    none: '_id channel content cost currency delayedBy feedValues followEndedAt followsUntil forGroup handedOver id insertedAt insertedBy launchedBy messageGroups messageLists messagePeople plannedAt recipientCount rejectReason releaseAt releasedBy report requestAnswer seen sendAt sentAt status title waitingSince',
  },
  CallForecast: {
    figures: 'doneAt remaining',
  },
  MessageResult: {
    figures: 'cancelled delivered error expired failed pending posts read reserve sent skipped suppressed total',
  },
  Report: {
    person: 'people expected',
    figures: 'answers rollCallGroupCount rollCallGroups',
    none: '_id allClearAt answerOptions answerUntil content description event eventType followUpKind followUps follows followsAlarm id insertedAt insertedBy isOut language location messages outdated personAccess place placeholders prepared reportType seen standDown stayedInside title',
  },
  ReportPerson: {
    person: 'answer arrival functions needsHelpSince person recipients',
  },
  ExpectedArrival: {
    person: 'arrivedAt expectedAt overdueAt person recipient state',
  },
  Person: {
    person: 'messageRecipients',
    none: '_id absence absences channelOrder deletionRequestedAt firstName id isActive isCrisis isEmailSent isErased lastName mailingLists name optOuts optedOut personData personGroup sendRegistrationMail title version',
  },
  Event: {
    person: 'log openReplies',
    none: '_id activationEventType activations alerted allClearAt callsIn deadlines description eventDate eventStatus eventType finishedAt id insertedAt insertedBy isActive isRunning knownAt location logIntact logSeal mode name onlyInforms personAccess place reports situationReportDueAt situationReports stayedInside tasks',
  },
  AnswerBoard: {
    figures:
      'asked figures filled functions goal isWithheld late limits missing negative neutral nextArrival none positive reserve rollCall stranded unfilled',
  },
  PeopleFigures: {
    figures:
      'answered asked delivered handedOver negative neutral none notAsked people positive reached read reserve unreachable waiting',
  },
  StopLimitProgress: {
    figures: 'contacted group needed reached remaining state stranded',
  },
  RollCallFigures: {
    figures: 'needsHelp notHeard notReached people safe',
  },
  RollCallGroup: {
    figures: 'group needsHelp notHeard notReached people safe',
  },
  AfterAction: {
    person: 'people timeline',
    figures: 'alarms channels counts course groups limits reach',
    none: 'event moreTimeline personAccess',
  },
  Came: {
    person: 'answeredAt arrivedAt expectedAt functions person state',
  },
  CameCounts: {
    figures: 'arrived missing notNeeded',
  },
  CoursePoint: {
    figures: 'answered arrived at coming',
  },
  AlarmOutcome: {
    figures: 'allAt asked figures firstAt halfAt negative neutral none people positive reached report sentAt',
  },
  ChannelOutcome: {
    figures: 'answers delivered failed handedOver messages name open suppressed type',
  },
  GroupOutcome: {
    figures: 'arrived id name negative neutral none people positive reached',
  },
  LimitOutcome: {
    figures: 'begunAt contacted endedAt group list needed reached state',
  },
  LogEntry: {
    person: 'person text data at happenedAt',
    none: '_id by corrections corrects hash id isWithheld kind',
  },
  Reply: {
    person:
      '_id answer assignedAt assignedBy at channel event filedAt filedBy from id isOpen recipient remark senders suggestions text version wish',
  },
  ReplySuggestion: {
    person: 'minutes option recipient sameAddress unanswered',
  },
  ExerciseMessage: {
    person: 'answer',
    none: '_id address answerOptions answerUrl files html id insertedAt kind message person readAt subject text user',
  },
  SituationReport: {
    figures: 'data pdfUrl',
    none: '_id approvedBy attachments changedFields createdAt decidedAt discardedAt discardedBy event id insertedBy mailSent mailSentAt mailed number previous rejectReason status submittedAt submittedBy template version',
  },
  SituationReportMail: {
    delivery: 'attempts channel id person reason sentAt status way',
  },
  ContactWay: {
    delivery: 'address askedAt confirmedAt failedAt failure kind missedTest state testConfirmedAt testedAt',
  },
  Deadline: {
    person: 'suggestion',
    none: '_id acceptsProgress additions after countsFrom draft dueAt event id isProgress name recordedAt reference report reportedAt reportedBy state version waivedAt waivedBy waivedReason way',
  },
  WebhookDelivery: {
    person: 'data',
    none: '_id attempts deliveredAt error id insertedAt isWithheld key nextTryAt response responseStatus status type',
  },
  EvidenceGroup: {
    figures: 'group negative neutral none people positive reached',
  },
  EvidencePack: {
    figures: 'drilled findings people tests',
    none: 'asOf channels checklist deputy functions hidesPersons intervalDays lastTestAt lists name persons responsible revisions texts',
  },
  EvidencePerson: {
    person: 'drilledIn',
    none: 'groups leaver name person',
  },
  EvidenceTest: {
    figures: 'figures groups',
    none: 'at event isUnannounced mode name report',
  },
};

/** Types without data about single people in an event. A new type fails the test until it is listed. */
export const typesWithoutStates: readonly string[] = [
  'Absence AccountReset AccountWarnings AdminCounts AlarmEnd AlarmEndChannel AlarmPromise AnswerOption ',
  'ApiKey AuditEntry AuditSources Backup BackupSettings Budget BulkRefusal BulkResult CalendarImport ',
  'ChangedDemoData Channel ChannelOptOut ChannelProvider ChannelReach ChannelType ChecklistItem ',
  'CostEstimate CreatedScimToken CrisisMember DeadlineAddition DeadlineRule Deletion DemoData Device Directory DirectoryAttribute ',
  'DirectoryGroupRule DirectorySample DirectorySampleAttribute DirectorySampleGroup DoneSinceCut ',
  'Drill DrillPlan DroppedTurn EventStatus EventType EvidenceChannel EvidenceFinding EvidenceFunction EvidenceResponsible EvidenceRevision ',
  'EvidenceTask EvidenceText ExercisePerson File Group GroupChange GroupRole GroupType ',
  'HeldMessage ImportedShift IncomingAddress IncomingAlert IncomingItem IncomingNotice IncomingSource ',
  'InstallationHold LikelyAnswers LimitShortage ListGroup ListReach ListType Location LogSeal ',
  'MailingList MailingListChange MessagePreview MonitorLink NewApiKey NewMonitorLink NewReleaseCode ',
  'OidcProvider OwnChannelTest PageInfo Passkey PersonChannel PersonData PersonDataType PersonGroup ',
  'PhoneReading Preflight PreflightChannel PreflightDuty PreflightHandOver PreflightPerson ',
  'PreparedText PreviewAnswer PreviewFrame PreviewLoss PreviewPart PromiseOutage ProvenPeople ReachedPerson ',
  'ReadinessCheck ReleaseCode RemovableDemoData ReportEventSnippet ReportType Roster RosterGap ',
  'RehearsedExercise RosterTurn RosterTurns ScimToken SearchResults SecondPlace SecurityEntry SecurityRole Session ',
  'SideMenu SituationReportMailed SituationReportReach Snippet SnippetType SocialAccount ',
  'SocialMediaAccount StandDown StopLimitFeasibility StrayReceipt SystemMail SystemMailPreview ',
  'SystemMailText SystemSetting Task TotpSetup Trigger TriggerCall TriggerListening TriggerReadiness ',
  'TrustedDevice UnconfirmedMailServer UnfilledPlaceholder UnknownCalendarName UnreachablePerson ',
  'UnreadCalendarEvent UploadColumn UploadNote UploadProblem UploadResult UploadRow UploadTarget Usage ',
  'User UserIdentity Waiting Webhook WebhookWithSecret WorksCouncilMode ',
]
  .join('')
  .trim()
  .split(' ');

/** Rules of files and of root fields that return no object; `withoutStates` lists the others. */
export const personFiles: Readonly<Record<string, 'refused' | 'figures' | 'withheld' | 'own' | 'guarded' | 'none'>> = {
  'Query.exportPerson': 'own',
  'GET /api/v2/:collection': 'guarded', // the same resolvers as GraphQL
  'GET /api/v2/:collection/:n': 'guarded',
  'GET /api/v2/reports/:n/results.csv': 'refused',
  'GET /api/v2/reports/:n/results.xlsx': 'refused',
  'GET /api/v2/reports/:n/roll_call.csv': 'refused',
  'GET /api/v2/reports/:n/roll_call.xlsx': 'refused',
  'GET /api/v2/events/:id/after_action.csv': 'refused',
  'GET /api/v2/events/:id/after_action.xlsx': 'refused',
  'GET /api/v2/events/:id/after_action.pdf': 'figures',
  'GET /api/v2/situation_reports/:n.pdf': 'figures',
  'GET /api/v2/events/:id/log.csv': 'withheld',
  'GET /api/v2/events/:id/log.pdf': 'withheld',
  'GET /api/v2/events/:id/log.xlsx': 'withheld',
  'GET /a/:token': 'own', // the answer page shows a person their own answer
  'GET /a/:token/news': 'own',
  'GET /p/:token': 'own',
  'GET /u/:token': 'own',
  'GET /w/:token': 'own', // the person confirms a way
  'GET /api/v2/event_types/:n/evidence.csv': 'figures',
  'GET /api/v2/event_types/:n/evidence.pdf': 'figures',
  'GET /files/:key': 'none', // texts and pictures that users uploaded
};
