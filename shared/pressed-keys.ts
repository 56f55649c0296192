/** Keys that somebody pressed in a call: that of the answer, then their minutes where these were asked for. */
export interface PressedKeys {
  answer: string;
  minutes: string | null;
}

/** Reads the reply that a call leaves behind, whatever it names its question by; null when it holds no keys. */
export function pressedKeys(reply: string): PressedKeys | null {
  const match = /^(\d)(?:\s(\d{1,4}))?(?:\s#\w+)?$/.exec(reply.trim());
  return match && { answer: match[1]!, minutes: match[2] ?? null };
}
