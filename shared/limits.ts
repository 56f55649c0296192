/** Constants of the specification, section 9. */
export const limits = {
  defaultPage: 30,
  maximumPage: 1000,
  eventsPage: 12,
  groupsPage: 12,
  lastMessages: 100,
  peoplePerList: 1000,
  snippetSelection: 500,
  searchHistory: 10,
  /** Maximum nesting of groups. */
  groupDepth: 3,
  /** Including the top list. */
  listDepth: 5,
  bulkPeople: 5000,
  passwordMinimum: 12,
  passwordMaximum: 1024,
  nameMaximum: 200,
  /** Characters, like the following limits up to `questionMaximum`. */
  contentMaximum: 50_000,
  lineMaximum: 500,
  linesMaximum: 5000,
  questionMaximum: 200_000,
  uploadBytes: 5_000_000,
  /** Mail servers usually accept mails up to 14 MB. */
  reportFiles: 10,
  reportFilesBytes: 10_000_000,
  /** Includes files. */
  requestBytes: 25_000_000,
  /** Maximum size of a contact file: CSV, workbook, or vCards. */
  csvBytes: 20_000_000,
  csvRows: 100_000,
  /** Outlook alone exports about ninety. */
  csvColumns: 256,
  csvCell: 10_000,
  /** More indicate a wrong column. */
  csvNewGroups: 500,
  /** Days during which an upload can be undone. */
  csvUndoDays: 30,
  /** Days after the last file with a header until its mapping is deleted. */
  csvMappingDays: 730,
  workbookUnpacked: 200_000_000,
} as const;

/** Days for a trusted device, and for session renewal. */
export const trustedDays = 30;
