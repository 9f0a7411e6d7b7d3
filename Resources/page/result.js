// One answer of the server as a page.
import { card, list, make, p, said, shape, visible } from './elements.js';
import { links } from './links.js';
import { Lights, numbered, pictures, read, reasonItem, reasonsOf } from './picture.js';
import { listed, parts, say } from './words.js';

export const levelOf = (result) => (say(`level-${result.risk_level}`) ? result.risk_level : 'unknown');
export const headline = (result) => say(`level-${result.status}`) ?? say(`level-${levelOf(result)}`);

function verdict(result, level) {
  return make('section', { class: `verdict ${level}` }, shape(level), make('div', {},
    make('h2', { id: 'verdict' }, headline(result)),
    make('p', { class: 'explanation' }, visible(result.explanation)),
    say(`note-${level}`) && p(say(`note-${level}`))));
}

function conversation(found, reorder) {
  const name = (number) => numbered(found.order.indexOf(number) + 1, found.order.length);
  return card('conversation', say('pictures'),
    p(visible(found.reason)),
    found.separate && list('ul', found.separate.map((part) =>
      [make('strong', {}, listed(part.pictures.map(name))), p(headline(part)), visible(part.explanation)])),
    reorder && found.ordered_by !== 'given' && make('p', { class: 'buttons screen' }, make('button', { class: 'second', onclick: reorder }, say('given-order'))));
}

function why(result, level, reasons, lights, figures) {
  const title = say(level === 'high' || level === 'medium' ? 'why' : 'noticed');
  if (!reasons.length) return level !== 'unknown' && card('why', title, say('nothing-noticed'));
  const items = (some) => make('ul', { class: 'reasons' }, some.map((reason) => reasonItem(reason, lights, figures)));
  const rest = reasons.filter((reason) => !reason.isMain);
  return card('why', title, make('p', { class: 'hint screen' }, say(figures.querySelector('.sheet') ? 'show-in-picture' : 'show-in-text')),
    items(reasons.filter((reason) => reason.isMain)),
    rest.length && make('details', {}, make('summary', {}, say('more-signs', { count: rest.length })), items(rest)));
}

/** What would have changed the level; else the strongest signs. */
function balance(result, level) {
  if (level === 'unknown') return '';
  const side = (isOn, title, none) => {
    const found = result.findings.filter(isOn);
    const titles = (some) => some.map((one) => visible(one.title));
    const changes = (result.decided_by ?? [])
      .map(({ rules, without }) => [titles(found.filter(({ rule }) => rules.includes(rule))), say(`level-${without}`)])
      .filter(([signs]) => signs[0]).map(([signs, level]) => [signs.map((one) => p(one)), p(say('without-signs', { count: signs.length, level }))]);
    const items = (changes[0] ? changes : titles(found)).slice(0, 3);
    return items[0] ? [p(title), list('ul', items)] : p(none);
  };
  const percent = Math.round(result.scam_probability * 100);
  const chance = percent > 99 ? ['chance-above', { percent: 99 }] : percent < 1 ? ['chance-below', { percent: 1 }] : ['chance', { percent }];
  return card('balance', say(`balance-${level}`),
    side((finding) => finding.weight > 0, say('signs-for'), say('none-for')),
    side((finding) => finding.weight < 0, say('signs-against'), say('none-against')),
    // Medium says that nobody can be sure: a figure beside it would say otherwise.
    ...(level === 'medium' ? [] : [p(say(...chance))]), p(say(`limit-${level}`)));
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
  return texts.length && make('details', { class: 'card' }, make('summary', {}, say('words-read')), texts.map((ocr) => [
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
  root.append(
    verdict(result, level),
    make('div', { class: 'columns' }, figures, make('div', { class: 'told' },
      card('now', say('what-to-do'), list('ol', result.advice.now.map(visible))),
      result.conversation && conversation(result.conversation, does.reorder),
      why(result, level, reasons, lights, figures),
      links(result))),
    make('div', { class: 'rest' }, already(result.advice), report(result.advice, level, does.country), balance(result, level), does.actions, transcript(result)));
  return root;
}
