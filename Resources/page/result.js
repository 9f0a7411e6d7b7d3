// One answer of the server as a page.
import { list, make, said, shape, visible } from './elements.js';
import { links } from './links.js';
import { Lights, pictures, read, reasonItem, reasonsOf } from './picture.js';
import { words } from './words.js';

export const levelOf = (result) => (words.level[result.risk_level] ? result.risk_level : 'unknown');
export const headline = (result) => words.level[result.status] ?? words.level[levelOf(result)];

export const card = (id, title, ...children) => make('section', { class: `card ${id}`, 'aria-labelledby': `${id}-title` }, make('h3', { id: `${id}-title` }, title), ...children);

function verdict(result, level) {
  return make('section', { class: `verdict ${level}` }, shape(level), make('div', {},
    make('h2', { id: 'verdict' }, headline(result)),
    make('p', { class: 'explanation' }, visible(result.explanation)),
    words.levelNote[level] && make('p', {}, words.levelNote[level])));
}

function conversation(found, reorder) {
  const name = (number) => words.picture(found.order.indexOf(number) + 1, found.order.length);
  return card('conversation', words.conversation,
    make('p', {}, visible(found.reason)),
    found.separate && list('ul', found.separate.map((part) =>
      [make('strong', {}, `${part.pictures.map(name).join(', ')}: ${headline(part)}. `), visible(part.explanation)])),
    found.ordered_by !== 'given' && make('p', { class: 'buttons screen' }, make('button', { class: 'second', onclick: reorder }, words.useGiven)));
}

function why(result, level, reasons, lights, figures) {
  if (!reasons.length) return level !== 'unknown' && card('why', words.why(level), words.nothingNoticed);
  const items = (some) => make('ul', { class: 'reasons' }, some.map((reason) => reasonItem(reason, lights, figures)));
  const rest = reasons.filter((reason) => !reason.isMain);
  return card('why', words.why(level), make('p', { class: 'hint screen' }, words.whyHint(result.ocr)),
    items(reasons.filter((reason) => reason.isMain)),
    rest.length && make('details', {}, make('summary', {}, words.more(rest.length)), items(rest)));
}

/** What would have changed the level; else the strongest signs. */
function balance(result, level) {
  if (level === 'unknown') return '';
  const side = (isOn, title, none) => {
    const found = result.findings.filter(isOn);
    const titles = (some) => some.map((one) => visible(one.title));
    const changes = (result.decided_by ?? [])
      .map(({ rules, without }) => [titles(found.filter(({ rule }) => rules.includes(rule))), words.level[without]])
      .filter(([signs]) => signs[0]).map((one) => words.decided(...one));
    const items = (changes[0] ? changes : titles(found)).slice(0, 3);
    return items[0] ? [make('p', {}, title), list('ul', items)] : make('p', {}, none);
  };
  return card('balance', words.balance[level],
    side((finding) => finding.weight > 0, words.signsFor, words.noneFor),
    side((finding) => finding.weight < 0, words.signsAgainst, words.noneAgainst),
    make('p', {}, `${words.chance(result.scam_probability)} ${words.limits[level]}`));
}

function already({ if_you_already: exposures }) {
  return exposures.length && card('already', words.already, exposures.map((one) =>
    make('details', {}, make('summary', {}, `… ${visible(one.did)}`), list('ol', one.do.map(visible)))));
}

function report({ report: places }, level, country) {
  if (!places.length && (country.value || level === 'low')) return '';
  return card('report', words.report,
    places.length ? list('ul', places.map(({ name, url, phone }) => [
      // The server's own lexicon has the addresses. All but web pages are shown as words.
      /^https?:/.test(url) ? make('a', { href: url, target: '_blank', rel: 'noopener noreferrer' }, visible(name)) : visible(name),
      phone && !name.includes(phone) && [words.phone, make('bdi', { dir: 'ltr' }, visible(phone))],
    ])) : make('p', {}, words.noReport),
    make('p', { class: 'field screen' }, make('label', { for: country.id }, words.country), country));
}

/** The words as they were read, with who sent them. */
function transcript(result) {
  const texts = (result.conversation?.pictures ?? [result]).map((one) => one.ocr).filter((ocr) => ocr?.text);
  return texts.length && make('details', { class: 'card' }, make('summary', {}, words.readWords), texts.map((ocr) => [
    ocr.sender && make('p', {}, words.sender, said(ocr.sender)),
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
    : make('figure', {}, make('figcaption', {}, words.yourText), read(text, reasons, lights)));
  root.append(
    verdict(result, level),
    make('div', { class: 'columns' }, figures, make('div', { class: 'told' },
      card('now', words.now, list('ol', result.advice.now.map(visible))),
      result.conversation && conversation(result.conversation, does.reorder),
      why(result, level, reasons, lights, figures),
      links(result))),
    make('div', { class: 'rest' }, already(result.advice), report(result.advice, level, does.country), balance(result, level), does.actions, transcript(result)));
  return root;
}
