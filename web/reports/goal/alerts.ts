import { useSyncExternalStore } from 'react';

// of this browser, until somebody signs out of it
const KEY = 'goalAlerts';
const TONES = { unfilled: [880, 660, 880, 660, 880, 660], filled: [520, 660, 780] } as const;
const TONE_SECONDS = 0.22;

const listeners = new Set<() => void>();
const isOn = () => localStorage.getItem(KEY) === 'on';
let audio: AudioContext | undefined;

/** Whether this browser calls whoever watches. */
export const useAlerts = (): boolean =>
  useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, isOn);

/** After how many milliseconds a hidden page looks again: its tab says how much is unfilled, and it may be to call. */
export const useHiddenEvery = (): number => (useAlerts() ? 5_000 : 60_000);

/** Switches it, on a click alone, for browsers ask for one; tells whether notifications are shown besides the sound. */
export async function switchAlerts(on: boolean): Promise<boolean> {
  if (on) {
    localStorage.setItem(KEY, 'on');
    await arm();
    play('filled');
  } else localStorage.removeItem(KEY);
  for (const listener of listeners) listener();
  // without a secure connection there are none
  return on && 'Notification' in window && (await Notification.requestPermission()) === 'granted';
}

/** Browsers let a page sound only after it was touched. */
async function arm(): Promise<void> {
  audio ??= new AudioContext();
  await audio.resume();
}

/** Makes a page ready to sound that was loaded anew: at the first touch at the latest. */
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

/** What somebody is called for. */
export interface Alert {
  kind: keyof typeof TONES;
  title: string;
  body: string;
  /** Alerts of one tag replace each other. */
  tag: string;
  /** Where it leads. */
  path: string;
}

/** Calls whoever watches: a sound, and a notification where they are permitted. */
export async function raise({ kind, title, body, tag, path }: Alert): Promise<void> {
  play(kind);
  if (!('Notification' in window) || Notification.permission !== 'granted') return;
  const options = { body, tag, icon: 'icon-192.png', renotify: true }; // the next bad news of an alarm calls as well
  try {
    const shown = new Notification(title, options);
    shown.onclick = () => {
      window.focus();
      location.hash = path;
      shown.close();
    };
  } catch {
    // telephones show notifications of the service worker alone
    const url = new URL(`#${path}`, location.href).href;
    const registration = await navigator.serviceWorker?.getRegistration();
    await registration?.showNotification(title, { ...options, data: { url } });
  }
}
