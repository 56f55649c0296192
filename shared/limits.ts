/** Business constants of the specification, section 9. */
export const limits = {
  /** Default length of a list when the client names none. */
  defaultPage: 30,
  /** Longest page a client may ask for. */
  maximumPage: 1000,
  eventsPage: 12,
  groupsPage: 12,
  /** Messages shown per report, the newest. */
  lastMessages: 100,
  peoplePerList: 1000,
  snippetSelection: 500,
  searchHistory: 10,
  /** Levels a group may be nested. */
  groupDepth: 3,
  /** Levels a mailing list may be nested, the mailing group on top included. */
  listDepth: 5,
  /** People that one bulk action may name. */
  bulkPeople: 5000,
  passwordMinimum: 12,
  passwordMaximum: 1024,
  nameMaximum: 200,
  contentMaximum: 50_000,
  /** One line of text. */
  lineMaximum: 500,
  /** Several lines of text: a note, a description. */
  linesMaximum: 5000,
  /** Characters of a document that the API is asked. */
  questionMaximum: 200_000,
  uploadBytes: 5_000_000,
  /** Files attached to a situation report, and what they may weigh together: a mail of 14 MB is what mail servers still take. */
  reportFiles: 10,
  reportFilesBytes: 10_000_000,
  /** A request to the API, files included. */
  requestBytes: 25_000_000,
  /** A file of contacts: CSV, a workbook, vCards. */
  csvBytes: 20_000_000,
  csvRows: 100_000,
  /** Outlook alone writes some ninety. */
  csvColumns: 256,
  csvCell: 10_000,
  /** Groups that one file may create; more than these are no groups but a wrong column. */
  csvNewGroups: 500,
  /** Days for which an upload of contacts can be undone. */
  csvUndoDays: 30,
  /** Days for which the mapping of a header is remembered after its last file. */
  csvMappingDays: 730,
  /** What a workbook of contacts may unpack to. */
  workbookUnpacked: 200_000_000,
} as const;

/** For how many days a device is trusted at most; as long a session is renewed at most without a new sign-in. */
export const trustedDays = 30;
