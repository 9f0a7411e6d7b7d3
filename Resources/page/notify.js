// Tells whoever has left the page how a scan ended: the browser's push service wakes the service worker, which shows it.
import { ask, drop, json, told } from './scan.js';
import { say } from './words.js';

// The key by which a browser knows the server. A server that tells nobody sends none.
const { push } = document.documentElement.dataset;
// Milliseconds that the browser gets. One whose push service can't be reached goes on trying.
const limit = 20000;

export const canNotify = push && 'PushManager' in window;

async function subscribe() {
  const { pushManager } = await navigator.serviceWorker.getRegistration();
  const wish = () => pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: push });
  return wish().catch(async () => {
    // A subscription with a key that the server no longer has stands in the way of a new one.
    await (await pushManager.getSubscription())?.unsubscribe();
    return wish();
  });
}

/** Asks for permission, and has the browser told of a scan's end. Returns what came of it in words; `button` goes if all is done. */
export async function notify(id, button) {
  if (await Notification.requestPermission() !== 'granted') return say('tell-denied');
  // A scan that ends meanwhile must stay until the server has told of it.
  told.set(id, '');
  try {
    const subscription = await Promise.race([subscribe(), new Promise((_, fail) => setTimeout(fail, limit))]);
    const answer = await ask(`scans/${id}/followers`, json({ carrier: 'web_push', ...subscription.toJSON() }));
    told.set(id, `scans/${id}/followers/${(await answer.json()).id}`);
    button.hidden = true;
    return say('tell-granted');
  } catch {
    told.delete(id);
    return say('tell-failed');
  }
}

/** Whoever stops a scan needn't be told that it was. */
export async function withdraw(id) {
  if (!told.has(id)) return;
  if (told.get(id)) await drop(told.get(id));
  drop(`scans/${id}`);
}
