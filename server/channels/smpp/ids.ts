/** In which form an SMSC writes a message's id when it takes it, and when it reports on it; `same` is found out where it is not. */
export type IdForm = 'same' | 'hexDecimal' | 'decimalHex';

/** The ids of the messages of one channel, whatever their notation. */
export interface MessageIds {
  /** The id of a message that was taken, as its receipts name it from here on. */
  submitted(id: string): string;
  /** Ids of messages that were taken before this process started, as `submitted` returned them, oldest first. */
  recalled(ids: readonly string[]): void;
  /** The id that a receipt names: of several notations the first that a message has. */
  reported(ids: readonly Reported[]): string | null;
  /** Whether a message with one of these ids was taken lately. */
  knows(ids: readonly Reported[]): boolean;
}

/** An id of a receipt, from the TLV receipted_message_id or from the text. */
export interface Reported {
  id: string;
  /** The TLV holds by the standard what submit_sm_resp said. */
  isTlv: boolean;
}

const mostRemembered = 50_000;
const otherForms = ['hexDecimal', 'decimalHex'] as const;

/**
 * Remembers the last ids, so that a receipt is recognized although it writes its id in another notation: padded, in
 * another case, decimal instead of hexadecimal or the other way round. The notation that fitted holds for the next ones.
 */
export function createMessageIds(form: IdForm): MessageIds {
  const recent = new Set<string>();
  let found: IdForm = form;
  const written = ({ id, isTlv }: Reported, as: IdForm): string => (isTlv ? submittedId(id, as) : reportedId(id, as));
  const lookUp = (ids: readonly Reported[]): { id: string; as: IdForm } | null => {
    const forms: readonly IdForm[] = form === 'same' ? ['same', ...otherForms] : [form];
    for (const as of forms) {
      for (const reported of ids) {
        // as long as nothing is configured, messages are known by what submit_sm_resp said
        for (const id of as === 'same' || form !== 'same' ? [written(reported, as)] : convertedIds(reported.id, as))
          if (recent.has(id)) return { id, as };
      }
    }
    return null;
  };
  const remember = (known: string): string => {
    recent.delete(known);
    recent.add(known);
    if (recent.size > mostRemembered) recent.delete(recent.values().next().value!);
    return known;
  };
  return {
    submitted: (id) => remember(submittedId(id, form)),
    recalled(ids) {
      // those of this process are newer
      for (const known of [...ids, ...recent]) remember(known);
    },
    reported(ids) {
      const [first] = ids;
      if (!first) return null;
      const known = lookUp(ids);
      if (known) found = known.as;
      if (known) return known.id;
      if (form !== 'same' || found === 'same' || first.isTlv) return written(first, form);
      return convertedIds(first.id, found)[0] ?? written(first, form);
    },
    knows: (ids) => lookUp(ids) !== null,
  };
}

/** An id without what notations differ in: case, 0x and zeros before a number. */
function plainId(id: string): string {
  const plain = id
    .replaceAll('\0', '')
    .trim()
    .replace(/^["']|["']$/g, '')
    .replace(/^0x(?=[\da-f])/i, '')
    .toLowerCase();
  return /^[\da-f]+$/.test(plain) ? plain.replace(/^0+(?=.)/, '') : plain;
}

/** The id of a message as its receipts will name it. */
const submittedId = (id: string, form: IdForm): string =>
  form === 'same' ? plainId(id) : numberOf(id, form === 'hexDecimal' ? '0x' : '');

const reportedId = (id: string, form: IdForm): string =>
  form === 'same' ? plainId(id) : numberOf(id, form === 'hexDecimal' ? '' : '0x');

const longestNumber = 40;

function numberOf(id: string, prefix: '' | '0x'): string {
  const digits = plainId(id);
  const isNumber = digits.length <= longestNumber && (prefix ? /^[\da-f]+$/ : /^\d+$/).test(digits);
  return isNumber ? BigInt(prefix + digits).toString() : digits;
}

/** What submit_sm_resp may have said of an id in a receipt, if it was written in another number system there. */
function convertedIds(id: string, as: Exclude<IdForm, 'same'>): string[] {
  const digits = plainId(id);
  if (digits.length > longestNumber) return [];
  if (as === 'hexDecimal') return /^\d+$/.test(digits) ? [BigInt(digits).toString(16)] : [];
  return /^[\da-f]+$/.test(digits) ? [BigInt(`0x${digits}`).toString()] : [];
}
