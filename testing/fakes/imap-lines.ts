import type { Socket } from 'node:net';

/** Reads a client's lines, with literals inlined as quoted strings. */
export function readCommands(socket: Socket, hear: (line: string) => void): void {
  let rest = '';
  let line = '';
  socket.setEncoding('latin1').on('data', (data: string) => {
    rest += data;
    for (;;) {
      const end = rest.indexOf('\r\n');
      if (end < 0) return;
      const literal = /\{(\d+)(\+?)\}$/.exec(rest.slice(0, end));
      if (literal) {
        const length = Number(literal[1]);
        if (!literal[2] && rest.length === end + 2) socket.write('+ go on\r\n');
        if (rest.length < end + 2 + length) return;
        line += `${rest.slice(0, literal.index)}"${rest.slice(end + 2, end + 2 + length)}"`;
        rest = rest.slice(end + 2 + length);
        continue;
      }
      line += rest.slice(0, end);
      rest = rest.slice(end + 2);
      hear(line);
      line = '';
    }
  });
}

/** Returns a command's words unchanged. */
export const splitCommand = (command: string): string[] =>
  [...command.matchAll(/"((?:[^"\\]|\\.)*)"|\([^)]*\)|\S+/g)].map(([whole, quoted]) =>
    quoted === undefined ? whole : quoted.replace(/\\(.)/g, '$1'),
  );

/** Returns true if a number is in a sequence set: 1:3,7,9:*. */
export const inSet = (set: string, uid: number): boolean =>
  set.split(',').some((range) => {
    const [from = '', to = from] = range.split(':');
    return uid >= Number(from) && (to === '*' || uid <= Number(to));
  });
