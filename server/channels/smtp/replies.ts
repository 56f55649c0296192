export interface SmtpReply {
  code: number;
  text: string;
}

/** Parses replies from a stream. */
export interface Replies {
  /** Throws if it isn't a reply or has no end. */
  add(chunk: Buffer): void;
  /** At the end, a refusal counts without its line break. */
  end(): void;
}

const longest = 1024 * 1024;

/** Joins replies, however they are split. */
export function readReplies(heard: (reply: SmtpReply) => void): Replies {
  let rest = '';
  let lines: string[] = [];
  let length = 0;
  const line = (text: string) => {
    const code = /^(\d{3})(?:[ -]|$)/.exec(text)?.[1];
    if (!code) {
      if (!text.trim()) return;
      throw Object.assign(new Error('no reply but other words'), { code: 'EPROTOCOL' });
    }
    lines.push(text);
    if (text[3] === '-') return;
    const whole = inUtf8(lines.join('\n'));
    lines = [];
    length = 0;
    heard({ code: Number(code), text: whole });
  };
  return {
    add(chunk) {
      length += chunk.length;
      if (length > longest) throw Object.assign(new Error('a reply without an end'), { code: 'EPROTOCOL' });
      const parts = (rest + chunk.toString('latin1')).split('\n');
      rest = parts.pop()!;
      for (const part of parts) line(part.endsWith('\r') ? part.slice(0, -1) : part);
      if (!rest && !lines.length) length = 0;
    },
    end() {
      if (/^[45]\d\d[ -]/.test(rest)) line(`${rest.slice(0, 3)} ${rest.slice(4)}`);
      rest = '';
    },
  };
}

// Non-UTF-8 bytes stay unchanged.
function inUtf8(bytes: string): string {
  const text = Buffer.from(bytes, 'latin1').toString('utf8');
  return text.includes('\uFFFD') ? bytes : text;
}
