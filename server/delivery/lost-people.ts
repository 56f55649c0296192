/** A recipient that moved. */
export interface Moved {
  id: number;
  messageId: number;
  reportId: number;
  personId: number | null;
  status: string;
}

/** Whom a message will not reach any more, as cascades want to know it. */
export const lostPeople = (rows: readonly Pick<Moved, 'reportId' | 'personId' | 'status'>[]) =>
  rows.flatMap(({ reportId, personId, status }) =>
    personId !== null && (status === 'failed' || status === 'expired') ? [{ reportId, personId }] : [],
  );
