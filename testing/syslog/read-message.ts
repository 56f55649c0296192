/** A parsed RFC 5424 message. */
export interface SyslogMessage {
  facility: number;
  severity: number;
  time: string;
  host: string;
  app: string;
  process: string;
  id: string;
  data: Record<string, Record<string, string>>;
  text: string;
}

// 6: HEADER, with its maximum lengths
const header =
  /^<(0|[1-9]\d{0,2})>1 (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?(?:Z|[+-]\d\d:\d\d)) ([\x21-\x7e]{1,255}) ([\x21-\x7e]{1,48}) ([\x21-\x7e]{1,128}) ([\x21-\x7e]{1,32}) /;
const elementName = /^\[((?:[\x21\x23-\x3c\x3e-\x5c\x5e-\x7e]){1,32})/;
const oneParameter = /^ ((?:[\x21\x23-\x3c\x3e-\x5c\x5e-\x7e]){1,32})="((?:[^"\\\]]|\\["\\\]])*)"/;

/** Parses a message strictly, or throws. */
export function readMessage(bytes: Buffer): SyslogMessage {
  const whole = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  const [head, priority, time, host, app, process, id] = header.exec(whole) ?? [];
  if (head === undefined || Number(priority) > 191) throw new Error(`no header: ${whole}`);
  const data: SyslogMessage['data'] = {};
  let rest = whole.slice(head.length);
  while (rest.startsWith('[')) {
    const [begun, name] = elementName.exec(rest) ?? [];
    if (begun === undefined || name! in data) throw new Error(`no element: ${rest}`);
    // 6.3.2: names without an @ are registered ones
    if (!name!.includes('@') && !['timeQuality', 'origin', 'meta'].includes(name!)) throw new Error(`name ${name}`);
    const values: Record<string, string> = {};
    rest = rest.slice(begun.length);
    for (let found = oneParameter.exec(rest); found; found = oneParameter.exec(rest)) {
      values[found[1]!] = found[2]!.replace(/\\(["\\\]])/g, '$1');
      rest = rest.slice(found[0].length);
    }
    if (!rest.startsWith(']')) throw new Error(`no end of an element: ${rest}`);
    data[name!] = values;
    rest = rest.slice(1);
  }
  if (!Object.keys(data).length) throw new Error(`no structured data: ${rest}`);
  if (!rest.startsWith(' \ufeff')) throw new Error(`no BOM: ${rest}`);
  const [facility, severity] = [Number(priority) >> 3, Number(priority) & 7];
  return {
    facility,
    severity,
    time: time!,
    host: host!,
    app: app!,
    process: process!,
    id: id!,
    data,
    text: rest.slice(2),
  };
}
