// Keeps the page's own files for when the server is away, and hands over what a phone's share sheet sends. No picture, text or answer
// ever gets into the cache.
const name = 'page-5';
const from = (file) => new URL(file, registration.scope).href;
const files = ['page.css', 'page.js', 'elements.js', 'words.js', 'scan.js', 'links.js', 'picture.js', 'result.js', 'notify.js', 'icon.svg', 'icon-192.png']
  .map((file) => from(`page/${file}`));
// What is in the reader's language is kept by the language in its address, and the last one's page without it, too.
const spoken = ['./', 'page/texts.json', 'page/manifest.webmanifest'].map(from);
let shared;
// What a tab showed when its page went, with a name that only the tab knows; and milliseconds until it is forgotten.
let kept;
const patience = 20000;

addEventListener('install', (event) => {
  skipWaiting();
  event.waitUntil(caches.open(name).then((cache) => cache.addAll(files)));
});

addEventListener('activate', (event) => {
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter((one) => one !== name).map((one) => caches.delete(one)))).then(() => clients.claim()));
});

addEventListener('fetch', (event) => {
  const { request } = event;
  const address = request.url.split('#')[0];
  if (request.method === 'POST' && request.mode === 'navigate' && address.startsWith(from('scan-image?shared=1'))) {
    event.respondWith(receive(request));
  } else if (request.method === 'GET' && [...files, ...spoken].includes(address.replace(/\?language=[\w-]+$/, ''))) {
    event.respondWith(fresh(request));
  }
});

async function speak(search) {
  const cache = await caches.open(name);
  await cache.addAll(spoken.map((file) => file + search));
  await cache.put(from('./'), await cache.match(from('./') + search));
}

/** The language of whoever was here last, as an address ends with it. */
async function language() {
  const tag = (await caches.match(from('./')))?.headers.get('content-language');
  return tag ? `?language=${tag}` : '';
}

/** The server's file, or the kept one while the server is away. */
async function fresh(request) {
  try {
    const answer = await fetch(request);
    if (answer.ok) (await caches.open(name)).put(request, answer.clone());
    return answer;
  } catch {
    const kept = await caches.match(request) ?? (request.mode === 'navigate' && await caches.match(from('./')));
    return kept || Response.error();
  }
}

async function receive(request) {
  const [, language] = request.url.split('&language=');
  const fields = await request.formData();
  shared = { files: fields.getAll('image').filter((file) => file.size), text: [fields.get('ocr_text'), fields.get('link')].filter(Boolean).join('\n') };
  return Response.redirect(`./${language ? `?language=${language}` : ''}#shared`, 303);
}

addEventListener('message', (event) => {
  const { data, ports } = event;
  if (data.language) event.waitUntil(speak(`?language=${data.language}`));
  else if (data.keep) {
    kept = data;
    setTimeout(() => { if (kept === data) kept = undefined; }, patience);
  } else if (data === 'shared') {
    ports[0].postMessage(shared);
    shared = undefined;
  } else if (kept?.keep === data) {
    ports[0].postMessage(kept.subject);
    kept = undefined;
  } else ports[0].postMessage();
});

// A push of the server shows what it says, and nothing else. The notification of a scan takes the place of an earlier one.
addEventListener('push', (event) => {
  let told;
  try { told = event.data.json(); } catch { told = ''; }
  const { title, body, language, scanID } = told ?? '';
  const text = (value) => (typeof value === 'string' ? value : '');
  const tag = text(scanID);
  const shown = registration.showNotification(text(title) || 'TypeSafe', { tag, body: text(body), lang: text(language), data: tag, icon: from('page/icon-192.png') });
  event.waitUntil(shown.then(part));
});

/** Ends the subscription where no page is open any more. The next scan makes a new one. */
async function part() {
  if ((await clients.matchAll()).length) return;
  await (await registration.pushManager.getSubscription())?.unsubscribe();
}

addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(lead(event.notification.data));
});

/** Brings the page to the front, or opens it, and has it show what became of the scan. */
async function lead(scan) {
  const page = (await clients.matchAll()).find(({ url }) => url.split(/[?#]/)[0] === registration.scope);
  if (!page) return clients.openWindow(`./${await language()}#${scan}`);
  page.postMessage(scan);
  return page.focus();
}
