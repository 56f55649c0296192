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
  passwordMinimum: 12,
  passwordMaximum: 1024,
  nameMaximum: 200,
  contentMaximum: 50_000,
  uploadBytes: 5_000_000,
} as const;
