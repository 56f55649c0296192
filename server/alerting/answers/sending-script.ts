import { answerStyle, policyFor } from './answer-style.ts';

/**
 * Shows newer content on an open page. Sends forms in place, and resends them after a random delay while the server
 * fails. Only an answer replaces the page; a tap replaces the pending form. Forms also work without the script.
 */
export const sendingScript = `
{
  let wanted;
  let isBusy = false;
  const pause = (seconds, spread = 4) => new Promise((done) => setTimeout(done, (seconds + Math.random() * spread) * 1000));
  const say = (words) => {
    const place = document.getElementById('sending');
    place.textContent = place.dataset[words];
    place.hidden = false;
  };
  const show = (html) => {
    document.documentElement.replaceWith(new DOMParser().parseFromString(html, 'text/html').documentElement);
    scrollTo(0, 0);
    const news = document.querySelector('[role=alert], .done, .end, h1');
    news.tabIndex = -1;
    news.focus();
  };
  const post = async ({ to, body }) => {
    const control = new AbortController();
    const timer = setTimeout(() => control.abort(), 30000);
    try {
      const answer = await fetch(to, { method: 'POST', body, signal: control.signal });
      const isTaken = answer.status < 500 && answer.status !== 429;
      return isTaken ? { html: await answer.text() } : { wait: Number(answer.headers.get('retry-after')) || 2 };
    } catch {
      return { wait: 2 };
    } finally {
      clearTimeout(timer);
    }
  };
  const send = async () => {
    isBusy = true;
    while (wanted) {
      const one = wanted;
      const { html, wait } = await post(one);
      if (one !== wanted) continue;
      if (html === undefined) {
        say('unsent');
        await pause(wait);
      } else {
        wanted = undefined;
        show(html);
      }
    }
    isBusy = false;
  };
  document.addEventListener('submit', (event) => {
    const { target, submitter } = event;
    if (!submitter) return;
    event.preventDefault();
    const pressed = submitter.name ? [[submitter.name, submitter.value]] : [];
    wanted = { to: target.action, body: new URLSearchParams([...pressed, ...new FormData(target)]) };
    say('sending');
    if (!isBusy) void send();
  });
  const isWriting = () => document.activeElement && /^(INPUT|TEXTAREA)$/.test(document.activeElement.tagName);
  let asked;
  let rested;
  let isStale;
  // resolves with the seconds until the next look
  const look = async () => {
    const { mark } = document.querySelector('main').dataset;
    if (mark === undefined || document.hidden) return 600;
    isStale = false;
    const own = new AbortController();
    asked = own;
    const timer = setTimeout(() => own.abort(), 40000);
    const began = Date.now();
    try {
      const place = location.pathname.replace(/[/]$/, '');
      const news = await fetch(place + '/news?known=' + encodeURIComponent(mark), { signal: own.signal });
      if (news.status === 204) return Date.now() - began < 2000 ? 10 : 0;
      if (!news.ok) return 10;
      if (mark !== document.querySelector('main').dataset.mark) return 1;
      if (isBusy || isWriting()) return 2;
      await pause(0, 0.7);
      const page = await fetch(location.href, { signal: own.signal });
      const html = await page.text();
      if (!page.ok || isBusy || isWriting()) return 2;
      show(html);
      return 1;
    } catch {
      return isStale ? 0 : 5;
    } finally {
      clearTimeout(timer);
    }
  };
  const follow = async () => {
    for (;;) {
      const seconds = await look();
      const rest = pause(seconds, seconds / 2);
      await Promise.race([rest, new Promise((done) => { rested = done; })]);
    }
  };
  void follow();
  // a connection may have died unnoticed while the page was out of sight
  const lookNow = () => {
    if (document.hidden) return;
    isStale = true;
    asked?.abort();
    rested?.();
  };
  document.addEventListener('visibilitychange', lookNow);
  addEventListener('online', lookNow);
  addEventListener('pageshow', (event) => {
    if (event.persisted) lookNow();
  });
  const kept = document.getElementById('kept');
  if (kept) {
    document.getElementById('now').hidden = true;
    say('unsent');
    void pause(2).then(() => {
      if (!kept.isConnected || isBusy) return;
      if (kept.requestSubmit) kept.requestSubmit(kept.querySelector('button'));
      else kept.submit();
    });
  }
}
`;

export const answerPolicy = policyFor(answerStyle, { text: sendingScript, may: "connect-src 'self'" });
