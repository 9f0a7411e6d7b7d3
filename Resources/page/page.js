// The page: takes pictures or a text, has them judged, shows the answer, and forgets.
import { card, make, p, visible } from './elements.js';
import { canNotify, notify, withdraw } from './notify.js';
import { headline, show, words } from './result.js';
import { numbered } from './picture.js';
import { ask, Fault, json, judge, key, paper } from './scan.js';
import { listed, say } from './words.js';

const most = 10;
// Milliseconds after which somebody may not want to wait for a scan. Most are over before.
const patience = 2000;
const percent = new Intl.NumberFormat(document.documentElement.lang, { style: 'percent' });
// Faults of what was chosen, which no other attempt mends.
const hopeless = /-image|-large/;
const [start, view, live, hint, form] = ['start', 'view', 'live', 'hint', 'form'].map((id) => document.getElementById(id));
const { image, camera, ocr_text: text, user_country: country } = form.elements;
let subject = { files: [], text: '', country: '' };
let urls = [];
let running;
let parting = '';

/** Shows elements in place of the start, which comes back without any. The focus goes to the heading. */
function display(...elements) {
  view.replaceChildren(...elements);
  view.hidden = !elements.length;
  start.hidden = !view.hidden;
  const heading = (view.hidden ? start : view).querySelector('h2');
  heading.tabIndex = -1;
  scrollTo(0, 0);
  heading.focus({ preventScroll: true });
}

const written = (result) => words(result).map((ocr) => ocr.text).join('\n');
const announce = (...sentences) => live.replaceChildren(...sentences.map((one) => p(one)));
const button = (label, onclick, kind) => make('button', { type: 'button', onclick, class: kind }, label);
const other = () => button(say('choose-another'), () => leave(), 'second');
const panel = (title, ...children) => make('section', { class: 'card panel', 'aria-labelledby': 'panel-title' }, make('h2', { id: 'panel-title' }, title), ...children);

/** Stops what runs, and forgets the answer with the pictures that were drawn for it. */
function clear() {
  running?.abort();
  running = undefined;
  urls.forEach((url) => URL.revokeObjectURL(url));
  urls = [];
}

function forget() {
  clear();
  subject = { files: [], text: '', country: subject.country };
  form.reset();
  country.value = subject.country;
  view.replaceChildren();
}

function restart() {
  forget();
  display();
  tell(parting);
  parting = '';
}

/** Goes back to the start, as the browser's own button does. */
function leave(sentence = '') {
  parting = sentence;
  history.back();
}

/** A sentence beside the form. */
function tell(sentence) {
  hint.textContent = sentence;
  if (sentence) announce(sentence);
}

async function check(order) {
  clear();
  const control = running = new AbortController();
  const bar = make('progress', { max: 100, 'aria-labelledby': 'panel-title' });
  const step = make('div', {});
  let scan;
  const progress = (job) => {
    if (canNotify && job.scan_id && !scan) step.parentNode.append(offer(scan = job.scan_id));
    const stage = say(`state-${job.state}`) ?? '';
    const lines = job.lines_found ? say('lines-read', { read: job.lines_read ?? 0, found: job.lines_found }) : '';
    step.replaceChildren(p(stage, job.part ? ` ${percent.format(job.part)}` : ''), p(lines));
    if (job.percent) bar.value = job.percent;
    if (stage !== live.textContent) announce(stage);
  };
  // A phone's back button leads to the start, and doesn't leave the page.
  if (history.state !== 'shown') history.pushState('shown', '');
  display(panel(say('one-moment'), bar, step, button(say('stop'), () => { withdraw(scan); leave(say('stopped')); }, 'second')));
  try {
    const result = await judge({ ...subject, order }, progress, control.signal);
    if (running !== control) return;
    if (subject.scan) subject = { ...subject, scan: '', text: written(result) };
    answer(result);
  } catch (error) {
    if (running !== control || error.name === 'AbortError') return;
    if (subject.scan && error.kind === 'restarted') return leave(say('result-gone'));
    if (error.kind === 'key') askKey(() => check(order));
    else fail(error, () => check(order));
  }
}

/** A button for whoever doesn't want to wait for a scan. */
function offer(scan) {
  const place = deed(say('tell'), async (act) => [await notify(scan, act)]);
  place.hidden = true;
  setTimeout(() => { place.hidden = false; }, patience);
  return place;
}

function answer(result) {
  const choice = country.cloneNode(true);
  choice.id = 'report-country';
  choice.value = subject.country;
  choice.addEventListener('change', () => { subject.country = country.value = choice.value; check(); });
  display(show(result, subject, urls, { reorder: subject.files[0] && (() => check('given')), country: choice, actions: actions(result) }));
  announce(headline(result), visible(result.explanation));
}

function fail(fault, again) {
  if (!(fault instanceof Fault)) console.error(fault);
  const kind = fault.kind.replace('body', 'image');
  const title = say(`problem-${kind}`) ?? visible(fault.title ?? say('problem'));
  const sentence = say(`advice-${kind}`) ?? visible(fault.detail);
  display(panel(title, p(sentence), make('p', { class: 'buttons' }, hopeless.test(fault.kind) ? button(say('choose-another'), () => leave()) : [button(say('try-again'), again), other()])));
  announce(title, sentence);
}

function askKey(next) {
  const field = make('input', { id: 'key', type: 'password', autocomplete: 'off', required: true, 'aria-describedby': 'key-text' });
  const sentence = say(key.get() ? 'key-wrong' : 'key-text');
  key.set('');
  display(panel(say('key-title'), make('form', { onsubmit: (event) => { event.preventDefault(); key.set(field.value.trim()); next(); } },
    make('p', { id: 'key-text' }, sentence), make('label', { for: 'key' }, say('key')), field,
    make('p', { class: 'buttons' }, make('button', {}, say('key-go')), other()))));
  announce(sentence);
}

function actions(result) {
  const more = make('input', { type: 'file', id: 'more', accept: 'image/*', multiple: true, class: 'file', onchange: () => take([...subject.files, ...more.files]) });
  const { files } = subject;
  const hasWords = result.status !== 'no_text';
  const isPicture = files.length > 0 && hasWords;
  return make('div', { class: 'screen' }, card('actions', say('pass-on'),
    isPicture && [['make-safe', 'personal'], ['make-mine', 'mine']].map(([label, redact]) => deed(say(label), () => safePictures(redact))), hasWords && deed(say('make-record'), record), (navigator.share ?? navigator.clipboard) && deed(say('share'), () => share(result)),
    hasWords && result.risk_level !== 'unknown' && document.documentElement.dataset.feedback && deed(say('wrong'), (act) => object(result, act)),
    make('p', { class: 'buttons' },
      files.length > 0 && files.length < most && make('span', {}, more, make('label', { for: 'more', class: 'button second' }, say('add-more'))),
      button(say('print'), () => print(), 'second'), button(say('another'), () => leave()))));
}

/** A button that has the server make a document. Where the server can't, a sentence takes its place. */
function deed(label, work) {
  const place = make('div', { class: 'outcome', 'aria-live': 'polite', tabindex: -1 });
  const act = button(label, async () => {
    act.disabled = true;
    place.textContent = say('working');
    try {
      place.replaceChildren(...await work(act));
    } catch (error) {
      act.hidden = [400, 403, 404, 406, 415].includes(error.status);
      place.textContent = say(act.hidden ? 'cannot' : 'failed');
    }
    act.disabled = false;
    if (act.hidden) place.focus();
  }, 'second');
  return make('div', { class: 'deed' }, act, place);
}

function saved(blob, name) {
  const url = URL.createObjectURL(blob);
  urls.push(url);
  return make('a', { href: url, download: name, class: 'button' }, say('save'));
}

/** @param redact personal: everything of anybody's; mine: not by what the other party is known, for a report. */
async function safePictures(redact) {
  const shown = [];
  for (const [index, file] of subject.files.entries()) {
    const { blob, covered } = await paper({ ...subject, files: [file] }, 'image/png', { redact });
    const link = saved(blob, `typesafe-${index + 1}.png`);
    const things = covered.split(',').map((one) => one.trim().split('=')).filter(([, count]) => count > 0).map(([kind, count]) => say(`covered-${kind}`, { count: Number(count) }));
    shown.push(p(things.length ? say('covered', { things: listed(things) }) : say('covered-nothing')),
      make('img', { src: link.href, alt: numbered(index + 1, subject.files.length), class: 'safe' }), link);
  }
  return shown;
}

async function record() {
  const { blob } = await paper(subject, 'text/html', {});
  return [p(say('record-ready')), saved(blob, 'typesafe.html')];
}

/** Passes the result on in words: by the device's own list of ways, or by the clipboard. */
async function share(result) {
  const told = [headline(result), result.explanation, ...result.advice.now].join('\n');
  if (!navigator.share) return navigator.clipboard.writeText(told).then(() => [p(say('shared'))]);
  return navigator.share({ text: told }).catch((error) => { if (error.name !== 'AbortError') throw error; }).then(() => []);
}

/** Tells the operator that the level should have been the other one. */
async function object(result, act) {
  // The server takes as many characters as the field for texts.
  const part = [...(subject.text || written(result))].slice(0, text.maxLength).join('');
  await ask('feedback', json({ should_be: result.risk_level === 'low' ? 'scam' : 'legit', text: part, consent: true }));
  act.hidden = true;
  return [p(say('wrong-sent'))];
}

function take(some) {
  const files = [...some].filter((file) => /^image\//.test(file.type) || /\.(heic|heif|avif|bmp|tiff?)$/i.test(file.name));
  if (!files.length) return tell(say('not-picture'));
  if (files.length > most) return tell(say('too-many'));
  tell('');
  subject = { files, text: '', country: country.value };
  check();
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  if (!text.value.trim()) return tell(say('empty'));
  tell('');
  subject = { files: [], text: text.value, country: country.value };
  check();
});
document.getElementById('example').addEventListener('click', () => {
  text.value = say('example-text');
  form.requestSubmit();
});
for (const input of [image, camera]) input.addEventListener('change', () => { if (input.files.length) take(input.files); });

addEventListener('paste', (event) => {
  if (start.hidden) return;
  const { files } = event.clipboardData;
  if (files.length) {
    event.preventDefault();
    take(files);
  } else if (!event.target.closest?.('input, textarea')) {
    text.value = event.clipboardData.getData('text/plain');
    text.focus();
  }
});

const { classList } = document.getElementById('drop');
addEventListener('dragover', (event) => {
  event.preventDefault();
  classList.add('over');
});
addEventListener('dragleave', (event) => { if (!event.relatedTarget) classList.remove('over'); });
addEventListener('drop', (event) => {
  classList.remove('over');
  if (!event.dataTransfer.files.length) return;
  event.preventDefault();
  // A picture that is dropped on an answer belongs to the same chat.
  if (!start.hidden || document.getElementById('verdict')) take([...subject.files, ...event.dataTransfer.files]);
});

addEventListener('popstate', restart);
// What was shown goes on in another language, or when the page is loaded again: the service worker keeps it for this tab, in memory. Whoever
// comes back another way finds the start.
addEventListener('pagehide', () => {
  const { controller } = navigator.serviceWorker ?? {};
  if (controller && start.hidden && (subject.files.length || subject.text)) {
    const name = crypto.randomUUID();
    sessionStorage.setItem('kept', name);
    controller.postMessage({ keep: name, subject });
  }
  // A page that the browser keeps for its back button must not show the message again.
  forget();
});
addEventListener('pageshow', (event) => {
  if (!event.persisted) return;
  sessionStorage.removeItem('kept');
  restart();
});
// What a bank or the police needs.
addEventListener('beforeprint', () => document.querySelectorAll('.why details, .words').forEach((one) => { one.open = true; }));

/** The country of the browser's languages, where one names a country of the list. */
function guessCountry() {
  const regions = navigator.languages.map((tag) => tag.split('-').pop());
  return regions.find((region) => /^[A-Z]{2}$/.test(region) && country.querySelector(`[value=${region}]`)) ?? '';
}

/** Asks the service worker for what it keeps: what a phone's share sheet sent, or what this tab showed. It gives it away once. */
async function takeKept(name, lost) {
  const { controller, ready } = navigator.serviceWorker;
  const worker = controller ?? (await ready).active;
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }) => {
    if (data?.country) subject.country = country.value = data.country;
    if (data?.files.length) take(data.files);
    else if (data?.text) { text.value = data.text; form.requestSubmit(); } else tell(lost);
  };
  worker.postMessage(name, [port2]);
}

/** Shows what became of a scan whose notification was chosen, unless something else is shown. */
function recall(scan) {
  if (start.hidden || !/^[\da-f-]{36}$/.test(scan)) return;
  subject = { files: [], text: '', country: country.value, scan };
  check();
}

subject.country = country.value = guessCountry();
const { hash, pathname, search } = location;
history.replaceState(null, '', pathname + search);
navigator.serviceWorker?.addEventListener('message', ({ data }) => recall(data));
navigator.serviceWorker?.register('sw.js').catch(() => {});
navigator.serviceWorker?.ready.then(({ active }) => active.postMessage({ language: document.documentElement.lang }));
const kept = sessionStorage.getItem('kept');
sessionStorage.removeItem('kept');
const [{ type }] = performance.getEntriesByType('navigation');
if (hash === '#shared') takeKept('shared', say('shared-lost'));
else if (kept && (type === 'reload' || (type === 'navigate' && document.referrer === `${location.origin}/`))) takeKept(kept, '');
else recall(hash.slice(1));
document.documentElement.dataset.ready = 'yes';
