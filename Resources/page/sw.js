// Keeps the page's own files for when the server is away, and hands over what a phone's share sheet sends. No picture, text or answer
// ever gets into the cache.
const name = 'page-1';
const files = ['./', ...['page.css', 'page.js', 'elements.js', 'words.js', 'scan.js', 'links.js', 'picture.js', 'result.js',
  'icon.svg', 'icon-192.png', 'manifest.webmanifest'].map((file) => `page/${file}`)].map((file) => new URL(file, registration.scope).href);
let shared;

addEventListener('install', (event) => {
  skipWaiting();
  event.waitUntil(caches.open(name).then((cache) => cache.addAll(files)));
});

addEventListener('activate', (event) => {
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter((one) => one !== name).map((one) => caches.delete(one)))).then(() => clients.claim()));
});

addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method === 'POST' && request.mode === 'navigate' && request.url === new URL('scan-image?shared=1', registration.scope).href) {
    event.respondWith(receive(request));
  } else if (request.method === 'GET' && files.includes(request.url.split('#')[0])) {
    event.respondWith(fresh(request));
  }
});

/** The server's file, or the kept one while the server is away. */
async function fresh(request) {
  try {
    const answer = await fetch(request);
    if (answer.ok) (await caches.open(name)).put(request, answer.clone());
    return answer;
  } catch {
    return await caches.match(request) ?? Response.error();
  }
}

async function receive(request) {
  const fields = await request.formData();
  shared = { files: fields.getAll('image').filter((file) => file.size), text: [fields.get('ocr_text'), fields.get('link')].filter(Boolean).join('\n') };
  return Response.redirect('./#shared', 303);
}

addEventListener('message', (event) => {
  if (event.data !== 'shared') return;
  event.ports[0].postMessage(shared);
  shared = undefined;
});
