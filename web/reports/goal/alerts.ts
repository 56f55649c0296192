import { useSyncExternalStore } from 'react';

// stored for this browser until sign-out
const KEY = 'goalAlerts';
const TONES = { unfilled: [880, 660, 880, 660, 880, 660], filled: [520, 660, 780] } as const;
const TONE_SECONDS = 0.22;

const listeners = new Set<() => void>();
const isOn = () => localStorage.getItem(KEY) === 'on';
let audio: AudioContext | undefined;

/** Returns whether alerts are on in this browser. */
export const useAlerts = (): boolean =>
  useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, isOn);

/** Returns a hidden page's polling interval in milliseconds. */
export const useHiddenEvery = (): number => (useAlerts() ? 5_000 : 60_000);

/** Switches alerts. Call it on a click, which browsers require. Resolves with whether notifications are permitted. */
export async function switchAlerts(on: boolean): Promise<boolean> {
  if (on) {
    localStorage.setItem(KEY, 'on');
    await arm();
    play('filled');
  } else localStorage.removeItem(KEY);
  for (const listener of listeners) listener();
  // notifications need a secure connection
  return on && 'Notification' in window && (await Notification.requestPermission()) === 'granted';
}

/** Prepares the sound, which requires user input. */
async function arm(): Promise<void> {
  audio ??= new AudioContext();
  await audio.resume();
}

/** Prepares the sound of a reloaded page on the first input. */
export function armAtTouch(): () => void {
  const touched = () => void arm();
  const events = ['pointerdown', 'keydown'] as const;
  for (const event of events) addEventListener(event, touched, { once: true });
  return () => {
    for (const event of events) removeEventListener(event, touched);
  };
}

function play(kind: keyof typeof TONES): void {
  if (audio?.state !== 'running') return;
  for (const [index, frequency] of TONES[kind].entries()) {
    const at = audio.currentTime + index * TONE_SECONDS;
    const [tone, volume] = [audio.createOscillator(), audio.createGain()];
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0.3, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + TONE_SECONDS);
    tone.connect(volume).connect(audio.destination);
    tone.start(at);
    tone.stop(at + TONE_SECONDS);
  }
}

/** An alert for a user who watches an alarm. */
export interface Alert {
  kind: keyof typeof TONES;
  title: string;
  body: string;
  /** Replaces an alert with the same tag. */
  tag: string;
  /** The page that it opens. */
  path: string;
}

/** Plays a sound and, if permitted, shows a notification. */
export async function raise({ kind, title, body, tag, path }: Alert): Promise<void> {
  play(kind);
  if (!('Notification' in window) || Notification.permission !== 'granted') return;
  const options = { body, tag, icon: 'icon-192.png', renotify: true }; // the next alert of an alarm sounds too
  try {
    const shown = new Notification(title, options);
    shown.onclick = () => {
      window.focus();
      location.hash = path;
      shown.close();
    };
  } catch {
    // phones only show notifications of the service worker
    const url = new URL(`#${path}`, location.href).href;
    const registration = await navigator.serviceWorker?.getRegistration();
    await registration?.showNotification(title, { ...options, data: { url } });
  }
}
