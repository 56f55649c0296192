/** One administrative change. */
export interface AuditLine {
  /** Null: the program. */
  by: number | null;
  action: 'create' | 'update' | 'switch_off' | 'remove';
  type: string;
  rowId: number;
  /** The row's name at that moment. */
  label: string;
  /** Only what changed, never a secret. */
  before?: Record<string, unknown> | null;
  after?: Record<string, unknown> | null;
}
