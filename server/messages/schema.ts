import './choice-fields.ts';
import './message-type.ts';
import './query-fields.ts';
import './recipient-type.ts';
import './report-fields.ts';
