/** The notation of ids in responses and reports; `same` is detected if unset. */
export type IdForm = 'same' | 'hexDecimal' | 'decimalHex';

export interface MessageIds {
  /** Records an accepted id; returns it in the notation of receipts. */
  submitted(id: string): string;
  /** Adds ids of earlier processes, oldest first. */
  recalled(ids: readonly string[]): void;
  /** Returns the id of a receipt, in the first notation with a message. */
  reported(ids: readonly Reported[]): string | null;
  /** Returns whether a recent message has one of these ids. */
  knows(ids: readonly Reported[]): boolean;
}

/** An id from a receipt's TLV or text. */
export interface Reported {
  id: string;
  /** By the standard, the TLV contains the id of submit_sm_resp. */
  isTlv: boolean;
}

const mostRemembered = 50_000;
const longestRemembered = 200; // the standard allows 64
const otherForms = ['hexDecimal', 'decimalHex'] as const;

/**
 * Remembers the latest ids to recognize other notations: padded, in another case, decimal or hexadecimal. A matching
 * notation applies to later receipts.
 */
export function createMessageIds(form: IdForm): MessageIds {
  const recent = new Set<string>();
  let found: IdForm = form;
  const written = ({ id, isTlv }: Reported, as: IdForm): string => (isTlv ? submittedId(id, as) : reportedId(id, as));
  const lookUp = (ids: readonly Reported[]): { id: string; as: IdForm } | null => {
    const forms: readonly IdForm[] = form === 'same' ? ['same', ...otherForms] : [form];
    for (const as of forms) {
      for (const reported of ids) {
        // without configuration, messages keep the response's id
        for (const id of as === 'same' || form !== 'same' ? [written(reported, as)] : convertedIds(reported.id, as))
          if (recent.has(id)) return { id, as };
      }
    }
    if (form !== 'same') return null;
    const other = ids.flatMap(({ id }) => changedIds(id)).find((id) => recent.has(id));
    return other === undefined ? null : { id: other, as: found };
  };
  const remember = (known: string): string => {
    if (known.length > longestRemembered) return known;
    recent.delete(known);
    recent.add(known);
    if (recent.size > mostRemembered) recent.delete(recent.values().next().value!);
    return known;
  };
  return {
    submitted: (id) => remember(submittedId(id, form)),
    recalled(ids) {
      // this process's ids are newer
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

/** Normalizes an id: case, 0x and leading zeros. */
function plainId(id: string): string {
  const plain = id
    .replaceAll('\0', '')
    .trim()
    .replace(/^["'{[(<]|["'}\])>]$/g, '')
    .replace(/^0x(?=[\da-f])/i, '')
    .toLowerCase();
  return /^[\da-f]+$/.test(plain) ? plain.replace(/^0+(?=.)/, '') : plain;
}

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

/** Returns ids that an SMSC may have changed: signed, with a decimal, or with its name. */
function changedIds(id: string): string[] {
  const plain = plainId(id);
  const [signed] = /^-\d{1,19}$/.exec(plain) ?? [];
  if (signed) {
    const numbers = [32, 64].map((bits) => BigInt.asUintN(bits, BigInt(signed)));
    return numbers.flatMap((number) => [number.toString(), number.toString(16)]);
  }
  const short = /^([\da-z-]{1,64})(?:\.0|[@/:].{1,100})$/.exec(plain)?.[1];
  return short ? [plainId(short)] : [];
}

/** Returns a receipt's id in another number system. */
function convertedIds(id: string, as: Exclude<IdForm, 'same'>): string[] {
  const digits = plainId(id);
  if (digits.length > longestNumber) return [];
  if (as === 'hexDecimal') return /^\d+$/.test(digits) ? [BigInt(digits).toString(16)] : [];
  return /^[\da-f]+$/.test(digits) ? [BigInt(`0x${digits}`).toString()] : [];
}
