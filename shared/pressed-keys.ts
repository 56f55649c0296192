/** Keys pressed in a call: the answer, then minutes if asked for. */
export interface PressedKeys {
  answer: string;
  minutes: string | null;
}

/** Parses the reply of a call; null without keys. */
export function pressedKeys(reply: string): PressedKeys | null {
  const match = /^(\d)(?:\s(\d{1,4}))?(?:\s#\w+)?$/.exec(reply.trim());
  return match && { answer: match[1]!, minutes: match[2] ?? null };
}
