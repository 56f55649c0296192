/** A page of the reference: the root fields that match. */
export interface Area {
  /** The name of the file, without extension. */
  file: string;
  title: string;
  about: string;
  fields: RegExp;
}

/** The pages in order. A root field belongs to the first area that matches it. */
export const areas: readonly Area[] = [
  {
    file: 'own-account',
    title: 'Own account',
    about: 'The signed-in user: profile, sessions, devices, second factor, passkeys and own absences.',
    fields:
      /(?<!reset)Totp$|Passkey$|^(currentUser|accountWarnings|dismissAccountWarnings|clearSearchHistory|updateProfile|change(Password|Language)|end(Session|Device|TrustedDevice|OwnAbsence)|signOutEverywhere|pushPublicKey|(own|add|test)Devices?|testOwnChannels|renewRecoveryCodes|askForPasskey|own(Person|Absence)|addOwnAbsence|removeIdentity)$/,
  },
  {
    file: 'users',
    title: 'Users and access',
    about: 'Users, API keys, sign-in with providers, and the logs of changes and of security.',
    fields:
      /^(create|update|delete|approve|reject)User$|^users?$|[oO]idcProviders?$|Identit(y|ies)$|[aA]piKeys?$|^audit|^security|^resendInvitation$|^resetTotp$|^confirmMailServer$/,
  },
  {
    file: 'contacts',
    title: 'Contacts',
    about: 'People, groups, absences and duty rosters.',
    fields:
      /^(person|personData|personGroup|people|groups?|search(Groups|People)|phoneReading|exportPerson|alarmChannelTypes|crisisMembers|askForConfirmation|setWayReason)$|(Person|(?<!exercise|upload)People|Group|Groups|Absence|Shift|Substitute|Turn|RosterLink|importRoster|setAlwaysNeeded|setChannelOptOut|PeopleToGroup|PersonToGroup|PersonFromGroup)$/,
  },
  {
    file: 'mailing-lists',
    title: 'Mailing lists',
    about: 'Mailing lists and stop limits.',
    fields: /[mM]ailingLists?$|^mailingList|CrisisTeamList$|^setStopLimit$|^listGroup$/,
  },
  {
    file: 'uploads',
    title: 'Uploads and directories',
    about: 'Files of people, and directories that Meldekette reads them from.',
    fields: /Upload$|^upload(s?|Targets|People)$|[dD]irector(y|ies)$|[sS]cim/,
  },
  {
    file: 'situation-reports',
    title: 'Situation reports',
    about: 'Drafts, approval and dispatch of situation reports.',
    fields: /SituationReport|^situationReport/,
  },
  {
    file: 'events',
    title: 'Events',
    about: 'Events, their log, tasks, monitors and after-action reviews.',
    fields:
      /^(events?|afterAction|searchEvents|eventPlaces|eventStatus|eventStatuses|logEntry|waiting|monitorLinks|(create|update|finish|continue|archive|restore|delete)Event|addLogEntry|addTask|setTaskDone|deadline|addDeadline|correctKnowledge|saveDeadlineDraft|recordDispatch|addToDispatch|waiveDeadline|resumeDeadline|createMonitorLink|revokeMonitorLink|updateEventStatus|createActivation|createCommunication|eventChanged|runningEventsChanged)$/,
  },
  {
    file: 'reports',
    title: 'Reports and messages',
    about: 'Alarms and information: drafts, checks, sending, follow-ups and their state.',
    fields:
      /^(reports?|allReports|messages?|messageRecipient|messageStatus|costMessage|estimatedCostMessage|preflight|preflightReport|previewReport|budget|reportChanged|messageChanged|heldMessages)$|(Report|ReportChannels|FollowUp|AllClear|(?<!Exercise)Message|MessageRecipients|ReportFunction|ReportRecipients|FailedRecipients|stopAsking|askReserve|setStandDown)$/,
  },
  {
    file: 'answers',
    title: 'Answers and replies',
    about: 'Answers, arrivals, replies in words, and the mailbox of exercises.',
    fields: /Repl(y|ies)$|^repl(y|ies)(Changed)?$|^record(Answer|Arrival)$|^strayReceipts$|^exercise|ExerciseMessage$/,
  },
  {
    file: 'channels',
    title: 'Channels and integrations',
    about: 'Channels, triggers, incoming items, webhooks and system mails.',
    fields:
      /Channels?$|ChannelTypes?$|^channel|Trigger(Pin)?$|^triggers?$|[iI]ncoming|[wW]ebhook|SystemMails?$|^systemMails?$|^socialMediaAccount$/,
  },
  {
    file: 'base-data',
    title: 'Base data',
    about: 'Types, texts and places that the rest of the program uses.',
    fields:
      /(EventType|ChecklistItem|DeadlineRule|DeadlinePreset|ReportType|Snippet|SnippetType|Location|PersonDataType|GroupType|ListType|SideMenu)s?$|^(eventType|checklistItem|deadlineRule|reportType|reportEventSnippet|snippet|snippetType|location|personDataType|groupType|listType|sideMenu)s?$|^setActive$/,
  },
  {
    file: 'operation',
    title: 'Operation and search',
    about: 'Settings, backups, readiness, files and the search over everything.',
    fields:
      /Backup|^backup|WorksCouncilMode$|^worksCouncilMode$|ReleaseCodes?$|^(alarmPromise|secondPlace|releaseCodes|ownDrills|planDrill|cancelDrill|evidencePack|recordRehearsal|readiness|usage|deletion|demoData|removeDemoData|installationHold|doneSinceCut|releaseInstallation|systemSettings?|updateSystemSetting|adminCounts|file|uploadFile|searchAll|systemChanged)$/,
  },
];
