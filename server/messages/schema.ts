import './choice-fields.ts';
import './message-type.ts';
import './mutation-fields.ts';
import './preflight-fields.ts';
import './people-fields.ts';
import './query-fields.ts';
import './recipient-type.ts';
import './report-fields.ts';
