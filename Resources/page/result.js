// One answer of the server as a page.
import { card, fold, list, make, p, said, shape, visible } from './elements.js';
import { links } from './links.js';
import { Lights, numbered, pictures, read, reasonItem, reasonsOf } from './picture.js';
import { listed, parts, say } from './words.js';

export const levelOf = (result) => (say(`level-${result.risk_level}`) ? result.risk_level : 'unknown');
export const headline = (result) => say(`level-${result.status}`) ?? say(`level-${levelOf(result)}`);

/** What an explanation says beyond the reasons, which are listed: that not everything could be read, for example. */
const beyond = (explanation, reasons) => reasons.reduce((rest, { title }) => rest.replace(title, ''), explanation ?? '').trim();

/** The level with its first reason, where it has one. */
function verdict(result, level, reasons, first) {
  return make('section', { class: `verdict ${level}` }, shape(level), make('div', {},
    make('h2', { id: 'verdict' }, headline(result)),
    [beyond(result.explanation, reasons), say(`note-${level}`)].filter(Boolean).map((one) => p(visible(one))), first));
}

function conversation(found, reasons, reorder) {
  const name = (number) => numbered(found.order.indexOf(number) + 1, found.order.length);
  return card('conversation', say('pictures'),
    p(visible(found.reason)),
    found.separate && list('ul', found.separate.map((part) =>
      [make('strong', {}, listed(part.pictures.map(name))), p(headline(part)), visible(beyond(part.explanation, reasons))])),
    reorder && found.ordered_by !== 'given' && make('p', { class: 'buttons screen' }, make('button', { class: 'second', onclick: reorder }, say('given-order'))));
}

function why(level, isWarned, reasons, items) {
  const title = say(isWarned ? 'why' : 'noticed');
  if (!reasons.length) return !isWarned && level !== 'unknown' && card('why', title, say('nothing-noticed'));
  const rest = reasons.filter((reason) => !reason.isMain);
  return card('why', title, items(reasons.filter((reason) => reason.isMain)),
    rest.length && make('details', {}, make('summary', {}, say('more-signs', { count: rest.length })), items(rest)));
}

/** How sure the verdict is. */
function balance(result, level) {
  if (level === 'unknown') return '';
  const percent = Math.min(99, Math.max(1, Math.round(result.scam_probability * 100)));
  const side = level === 'low' ? 'low' : 'high';
  // Medium says that nobody can be sure: a figure beside it would say otherwise.
  return fold('balance', say(`balance-${side}`), level !== 'medium' && p(say('chance', { percent })), p(say(`limit-${side}`)));
}

function already({ if_you_already: exposures }) {
  return exposures.length && card('already', say('if-you-already'), exposures.map((one) =>
    make('details', {}, make('summary', {}, `… ${visible(one.did)}`), list('ol', one.do.map(visible)))));
}

function report({ report: places }, level, country) {
  if (!places.length && (country.value || level === 'low')) return '';
  return card('report', say('report'),
    places.length ? list('ul', places.map(({ name, url, phone }) => [
      // The server's own lexicon has the addresses. All but web pages are shown as words.
      /^https?:/.test(url) ? make('a', { href: url, target: '_blank', rel: 'noopener noreferrer' }, visible(name)) : visible(name),
      phone && !name.includes(phone) && [' ', make('span', {}, parts('report-phone', { phone: make('bdi', { dir: 'ltr' }, visible(phone)) }))],
    ])) : p(say('no-report')),
    make('p', { class: 'field screen' }, make('label', { for: country.id }, document.querySelector('[for=country]').textContent), country));
}

/** What was read in each picture that has words. */
export const words = (result) => (result.conversation?.pictures ?? [result]).map((one) => one.ocr).filter((ocr) => ocr?.text);

/** The words as they were read, with who sent them. */
function transcript(result) {
  const texts = words(result);
  return texts.length && fold('words', say('words-read'), texts.map((ocr) => [
    ocr.sender && p(parts('sender', { sender: said(ocr.sender) })),
    make('div', { class: 'lines' }, ocr.lines.map((line) => make('p', { dir: 'auto', class: line.role }, visible(line.text)))),
  ]));
}

/** Shows a result. `urls` gets the addresses of pictures in memory; `does` has what the page adds: `reorder`, `country`, `actions`. */
export function show(result, { files, text }, urls, does) {
  const root = make('div', {});
  const lights = new Lights(root);
  const level = levelOf(result);
  const reasons = reasonsOf(result);
  const figures = make('div', { class: 'pictures' }, files.length ? pictures(files, result, reasons, lights, urls)
    : make('figure', {}, make('figcaption', {}, say(words(result)[0] ? 'words-read' : 'your-text')), read(text, reasons, lights)));
  const isWarned = level === 'high' || level === 'medium';
  // Said once, in the verdict.
  const first = isWarned && reasons[0];
  const items = (some) => make('ul', { class: 'reasons' }, some.map((reason) => reasonItem(reason, lights, figures)));
  root.append(
    verdict(result, level, reasons, first && items([first])),
    make('div', { class: 'columns' }, figures, make('div', { class: 'told' },
      card('now', say('what-to-do'), list('ol', result.advice.now.map(visible))),
      already(result.advice), report(result.advice, level, does.country),
      result.conversation && conversation(result.conversation, reasons, does.reorder),
      why(level, isWarned, reasons.filter((one) => one !== first), items),
      links(result), balance(result, level), transcript(result))),
    does.actions);
  return root;
}
