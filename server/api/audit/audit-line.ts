/** One administrative change. */
export interface AuditLine {
  /** The user who did it; null when the program did. */
  by: number | null;
  action: 'create' | 'update' | 'switch_off' | 'remove';
  /** Name of the API type that changed. */
  type: string;
  rowId: number;
  /** The row's name at that moment. */
  label: string;
  /** Values by field name, only of what changed; never a secret. */
  before?: Record<string, unknown> | null;
  after?: Record<string, unknown> | null;
}
