import '#server/messages/recipients/choice-fields.ts';
import './message-type.ts';
import './mutation-fields.ts';
import '#server/messages/preflight/preflight-fields.ts';
import '#server/messages/progress/people-fields.ts';
import './query-fields.ts';
import '#server/messages/progress/recipient-type.ts';
import '#server/messages/progress/report-fields.ts';
