import type { PersonalTable } from './personal-table.ts';

/** Tables of answers and arrivals. */
export const answerTables: Readonly<Record<string, PersonalTable>> = {
  answers: {
    purpose: 'alarm',
    subjects: 'contacts',
    keeping: 'event',
    data: {
      answers: 'person_id recipient_id option_id minutes text source late at overdue_at withdrawn_at',
      activity: 'by_user_id',
    },
    technical: 'id report_id request_hash',
  },
  arrivals: {
    purpose: 'alarm',
    subjects: 'contacts',
    keeping: 'event',
    data: {
      presence: 'person_id at source',
      activity: 'by_user_id',
    },
    technical: 'report_id',
  },
  replies: {
    purpose: 'alarm',
    subjects: 'contacts',
    keeping: 'event',
    data: {
      contact: 'from_address',
      answers: 'text at received_at command wish remark in_reply_to recipient_id answer_id',
      activity: 'assigned_by filed_by assigned_at filed_at',
    },
    technical: 'id channel_id external_id sorted_at event_id version',
  },
  reply_pieces: {
    purpose: 'alarm',
    subjects: 'contacts',
    keeping: 'event',
    data: {
      contact: 'from_address',
      answers: 'text received_at',
    },
    technical: 'id channel_id reference number total joined_at',
  },
};
