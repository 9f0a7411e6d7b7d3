// Talks to the server.
import { make } from './elements.js';

/** What went wrong: a kind that the page may have words for (`problem-…`), and what the server said. */
export class Fault extends Error {
  constructor(kind, problem) {
    super(kind);
    Object.assign(this, problem, { kind });
  }
}

// How often a broken stream is asked for again, and milliseconds before the first time. The pauses double.
const attempts = 4;
const firstPause = 400;

// The key lives as long as the tab.
export const key = {
  get: () => sessionStorage.getItem('key') ?? '',
  set: (value) => sessionStorage.setItem('key', value),
};

export async function ask(path, options = {}) {
  // The answer is to speak the page's language, which its reader may have chosen.
  const headers = { 'Accept-Language': document.documentElement.lang, ...options.headers };
  if (key.get()) headers.Authorization = `Bearer ${key.get()}`;
  let answer;
  try {
    answer = await (options.sent ? upload : fetch)(path, { ...options, headers });
  } catch (error) {
    if (error.name === 'AbortError') throw error;
    throw new Fault('unreachable');
  }
  if (answer.ok) return answer;
  const problem = await answer.json().catch(() => ({ status: answer.status }));
  const kind = answer.status === 401 ? 'key' : String(problem.type ?? '').split(':').pop() || 'other';
  throw new Fault(kind, problem);
}

/** As `fetch`, which can't say how much was sent: `sent` gets parts from 0 to 1. */
function upload(path, { method, body, headers, signal, sent }) {
  return new Promise((resolve, reject) => {
    // It may have been stopped while a lighter picture was made.
    signal.throwIfAborted();
    const request = new XMLHttpRequest();
    request.open(method, path);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.responseType = 'blob';
    request.upload.onprogress = ({ loaded, total }) => sent(loaded / total);
    request.onload = () => resolve(new Response(request.response, { status: request.status }));
    request.onerror = () => reject(new TypeError());
    request.onabort = () => reject(new DOMException('', 'AbortError'));
    signal.addEventListener('abort', () => request.abort());
    request.send(body);
  });
}

// Bytes of a file, and pixels of a picture, above which less is sent: some ten seconds on a slow connection.
const heavy = 200_000;
const enough = 4_000_000;

/** A smaller file of the same picture, where it has one page and its letters lose nothing. */
async function lighter(file) {
  if (file.size <= heavy || !/^image\/(png|jpeg)$/.test(file.type)) return file;
  // An animation has further pictures. Where its mark stands in the file is up to whoever made it.
  if ((await file.text()).includes('acTL')) return file;
  try {
    const picture = await createImageBitmap(file);
    const scale = Math.min(1, Math.sqrt(enough / picture.width / picture.height));
    const canvas = make('canvas', { width: picture.width * scale, height: picture.height * scale });
    canvas.getContext('2d').drawImage(picture, 0, 0, canvas.width, canvas.height);
    const written = (quality) => new Promise((resolve) => canvas.toBlob(resolve, 'image/webp', quality));
    // Measured on real pictures: the first loses no word and no link, the second one word in 250.
    let small = await written(0.92);
    if (small.size > heavy) small = await written(0.8);
    return small.size < file.size ? small : file;
  } catch {
    return file;
  }
}

export const json = (value) => ({ method: 'POST', body: JSON.stringify(value), headers: { 'Content-Type': 'application/json' } });

/** Has the server forget something. */
export const drop = (path) => ask(path, { method: 'DELETE', keepalive: true }).catch(() => {});

// Scans of whose end the server tells this browser, each with the path of what is told.
export const told = new Map();

function form({ text, country, order }, files) {
  const fields = new FormData();
  for (const file of files) fields.append('image', file, 'screenshot');
  if (text && !files.length) fields.append('ocr_text', text);
  if (country) fields.append('user_country', country);
  if (order) fields.append('order', order);
  return fields;
}

/** Judges pictures or a text, or goes on with a scan that the server has. `progress` gets states as the server's events have them, and `sending`. */
export async function judge(subject, progress, signal) {
  let { scan } = subject;
  if (!scan && !subject.files.length) {
    progress({ state: 'classifying' });
    const answer = await ask('analyze-text', { ...json({ text: subject.text, user_country: subject.country || undefined }), signal });
    return answer.json();
  }
  if (!scan) {
    progress({ state: 'sending' });
    const headers = { Accept: 'application/json', Prefer: 'respond-async' };
    const body = form(subject, await Promise.all(subject.files.map(lighter)));
    const sent = (part) => progress({ state: 'sending', part });
    const answer = await ask('scan-image', { method: 'POST', body, headers, signal, sent });
    const first = await answer.json();
    if (answer.status !== 202) return first;
    scan = first.scan_id;
  }
  try {
    return await follow(scan, progress, signal);
  } finally {
    // The server would keep the result for some minutes. Nobody needs it any more, but for a notification that leads to it.
    if (!told.has(scan)) drop(`scans/${scan}`);
  }
}

/** The same pictures, as they were chosen, as another kind of document, such as a record; the fields are added to the form. */
export async function paper(subject, type, fields) {
  const body = form(subject, subject.files);
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  const answer = await ask('scan-image', { method: 'POST', body, headers: { Accept: type } });
  // A server that doesn't know the kind answers as usual.
  if (!answer.headers.get('Content-Type')?.startsWith(type)) throw new Fault('cannot', { status: 406 });
  return { blob: await answer.blob(), covered: answer.headers.get('Redacted') ?? '' };
}

async function follow(id, progress, signal) {
  let last = 0;
  for (let failures = 0; ; ) {
    try {
      const answer = await ask(`scans/${id}/events`, { headers: { Accept: 'text/event-stream', 'Last-Event-ID': String(last) }, signal });
      for await (const event of events(answer.body)) {
        failures = 0;
        last = event.id;
        if (event.job.state === 'done') return event.job.result;
        if (event.job.state === 'failed') throw new Fault(String(event.job.problem?.type).split(':').pop(), event.job.problem);
        progress(event.job);
      }
    } catch (error) {
      if (error.name === 'AbortError') throw error;
      // A server that has started anew doesn't know the scan.
      if (error.kind === 'not-found') throw new Fault('restarted');
      if (error instanceof Fault && error.kind !== 'unreachable') throw error;
    }
    if (++failures > attempts) throw new Fault('unreachable');
    await new Promise((resume) => setTimeout(resume, firstPause * 2 ** (failures - 1)));
    signal.throwIfAborted();
  }
}

/** The events of a stream. It is read by hand, because `EventSource` can't send a key. */
async function* events(stream) {
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    rest += value;
    const blocks = rest.split('\n\n');
    rest = blocks.pop();
    for (const block of blocks) {
      const fields = Object.fromEntries(block.split('\n').map((line) => [line.split(':', 1)[0], line.slice(line.indexOf(':') + 1).trim()]));
      if (fields.data) yield { id: fields.id, job: JSON.parse(fields.data) };
    }
  }
}
