/** Business constants of the specification, section 9. */
export const limits = {
  /** Page length of a list if the client requests none. */
  defaultPage: 30,
  /** Maximum page length of a request. */
  maximumPage: 1000,
  eventsPage: 12,
  groupsPage: 12,
  /** Number of newest messages shown per report. */
  lastMessages: 100,
  peoplePerList: 1000,
  snippetSelection: 500,
  searchHistory: 10,
  /** Maximum nesting of groups. */
  groupDepth: 3,
  /** Maximum nesting of mailing lists, including the top list. */
  listDepth: 5,
  /** Maximum number of people in a bulk action. */
  bulkPeople: 5000,
  passwordMinimum: 12,
  passwordMaximum: 1024,
  nameMaximum: 200,
  contentMaximum: 50_000,
  /** Maximum number of characters of a single-line text. */
  lineMaximum: 500,
  /** Maximum number of characters of a multi-line text, such as a note or a description. */
  linesMaximum: 5000,
  /** Maximum number of characters of an API document. */
  questionMaximum: 200_000,
  uploadBytes: 5_000_000,
  /**
   * Maximum number and total size of attachments of a situation report: mail servers usually accept mails up to 14 MB.
   */
  reportFiles: 10,
  reportFilesBytes: 10_000_000,
  /** Maximum size of an API request, files included. */
  requestBytes: 25_000_000,
  /** Maximum size of a contact file: CSV, workbook, or vCards. */
  csvBytes: 20_000_000,
  csvRows: 100_000,
  /** Outlook alone exports about ninety columns. */
  csvColumns: 256,
  csvCell: 10_000,
  /** Maximum number of groups that one file can create; more indicate a wrong column. */
  csvNewGroups: 500,
  /** Days during which a contact upload can be undone. */
  csvUndoDays: 30,
  /** Days for which a header's mapping is stored after its last file. */
  csvMappingDays: 730,
  /** Maximum unpacked size of a contact workbook. */
  workbookUnpacked: 200_000_000,
} as const;

/** Maximum days for a trusted device, and for session renewal without a new sign-in. */
export const trustedDays = 30;
