// The pictures, or the text, with the words that count marked. A mark is for the pointer: in the list, its reason is a button.
import { make, said, visible } from './elements.js';
import { say } from './words.js';

/** Lights what belongs to a reason: marks and list entries carry its name in `data-reasons`. */
export class Lights {
  #root; #pinned = ''; #passing = '';

  constructor(root) { this.#root = root; }

  /** A pointer or the focus passes over a reason. */
  pass(name) {
    this.#passing = name;
    const lit = name || this.#pinned;
    this.#root.classList.toggle('lighting', Boolean(lit));
    for (const element of this.#root.querySelectorAll('[data-reasons]')) {
      element.classList.toggle('lit', Boolean(lit) && element.dataset.reasons.split(' ').includes(lit));
      if (element.id) element.setAttribute('aria-pressed', String(element.id === this.#pinned));
    }
  }

  /** A reason is chosen, and stays lit until it or another one is chosen. */
  pin(name) {
    this.#pinned = this.#pinned === name ? '' : name;
    this.pass(this.#passing && this.#pinned);
    return this.#pinned;
  }

  /** The listeners of what lights a reason. `other` finds what is brought into view when it is chosen. */
  listeners(name, other) {
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    return {
      onmouseenter: () => this.pass(name), onmouseleave: () => this.pass(''), onfocus: () => this.pass(name), onblur: () => this.pass(''),
      onclick: () => this.pin(name) && other()?.scrollIntoView({ block: 'nearest', behavior: still ? 'auto' : 'smooth' }),
    };
  }
}

const percent = (part, whole) => `${(part / whole) * 100}%`;
const names = (reasons) => reasons.map((reason) => reason.name).join(' ');
const genuine = (reasons) => reasons.every((reason) => reason.isGenuine) && ' genuine';
const inList = (reason) => () => document.getElementById(reason.name);

/** The marks of one picture, and the numbers of their reasons beside it. Boxes in the same place are one mark. */
function marks(reasons, number, size, lights) {
  const places = new Map();
  const rows = [];
  for (const reason of reasons) {
    const boxes = reason.boxes.filter((box) => (box.picture ?? 1) === number);
    for (const box of boxes) {
      const place = [box.x, box.y, box.width, box.height].join();
      if (!places.has(place)) places.set(place, { box, reasons: [] });
      places.get(place).reasons.push(reason);
    }
    if (!reason.isMain || !boxes.length) continue;
    const middle = boxes[0].y + boxes[0].height / 2;
    const row = rows.find((one) => Math.abs(one.middle - middle) < boxes[0].height / 2);
    if (row) row.reasons.push(reason);
    else rows.push({ middle, reasons: [reason] });
  }
  const tags = rows.map((row) => {
    const tag = make('span', { class: `tag${genuine(row.reasons) || ''}`, 'data-reasons': names(row.reasons) }, row.reasons.map((reason) => reason.label).join('·'));
    tag.style.top = percent(row.middle, size.height);
    return tag;
  });
  return tags.concat([...places.values()].map(({ box, reasons }) => {
    const main = reasons.find((reason) => reason.isMain);
    const first = main ?? reasons[0];
    const mark = make('span', {
      class: `mark${main ? '' : ' quiet'}${genuine(reasons) || ''}`, 'data-reasons': names(reasons), ...lights.listeners(first.name, inList(first)),
    });
    // Each property by itself: the policy allows no style in markup.
    Object.assign(mark.style, {
      left: percent(box.x, size.width), top: percent(box.y, size.height), width: percent(box.width, size.width), height: percent(box.height, size.height),
    });
    return mark;
  }));
}

/** What a picture is called. */
export const numbered = (number, total) => (total > 1 ? say('picture-number', { number, total }) : say('picture'));

/** The pictures in the order of their conversation. */
export function pictures(files, result, reasons, lights, urls) {
  const found = result.conversation;
  return (found?.order ?? [1]).map((number, place, order) => {
    const ocr = found ? found.pictures.find((one) => one.picture === number)?.ocr : result.ocr;
    const url = URL.createObjectURL(files[number - 1]);
    urls.push(url);
    // The boxes of another page or frame of the file would lie on the wrong words.
    const drawn = ocr && !ocr.frame ? marks(reasons, number, ocr, lights) : [];
    const image = make('img', { src: url, alt: say('picture-marked', { count: drawn.filter((one) => one.matches('.mark:not(.quiet)')).length }) });
    const sheet = make('div', { class: 'sheet' }, image, make('div', { class: 'marks', 'aria-hidden': 'true' }, drawn));
    image.addEventListener('error', () => sheet.replaceWith(make('p', { class: 'hint' }, say('not-shown')), read(ocr?.text ?? '', reasons, lights)));
    return make('figure', {}, make('figcaption', {}, numbered(place + 1, order.length)), sheet,
      ocr?.frame && make('p', { class: 'hint' }, say('other-frame', { number: ocr.frame })));
  });
}

/** A text with the words that count marked in it, as far as they stand there as they were judged. */
export function read(written, reasons, lights) {
  const text = visible(written);
  const owners = [];
  // The weakest reason goes first, so that the strongest one has the words that several share.
  for (const reason of reasons.filter((one) => one.isMain).reverse()) {
    for (const piece of reason.quote.split(' … ')) {
      const pattern = piece.trim().split(/\s+/).map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('\\s+');
      const found = pattern && new RegExp(pattern, 'iu').exec(text);
      if (found) for (let index = found.index; index < found.index + found[0].length; index += 1) owners[index] = reason;
    }
  }
  const pieces = [];
  for (let start = 0, end = 1; start < text.length; start = end, end += 1) {
    while (end < text.length && owners[end] === owners[start]) end += 1;
    const reason = owners[start];
    const part = text.slice(start, end);
    pieces.push(reason ? make('mark', { 'data-reasons': reason.name, class: genuine([reason]), ...lights.listeners(reason.name, inList(reason)) }, part) : part);
  }
  return make('blockquote', { class: 'text', dir: 'auto' }, pieces);
}

/** The reasons as they are listed and marked: warnings by number, what speaks for a genuine message by letter. Signs that say the same are one. */
export function reasonsOf({ findings }) {
  const side = (sign) => {
    const some = new Map();
    for (const one of findings.filter(({ weight }) => weight * sign > 0)) {
      const same = some.get(one.title);
      // The shorter quote shows better what is meant.
      if (!same) some.set(one.title, { ...one });
      else if (one.quote && !(one.quote.length >= same.quote?.length)) Object.assign(same, { quote: one.quote, boxes: one.boxes });
    }
    return [...some.values()];
  };
  const entry = ({ title, quote, weight, boxes }, index, isMain) => {
    const isGenuine = weight < 0;
    const label = isGenuine ? String.fromCharCode(97 + index) : String(index + 1);
    return { title, quote: visible(quote), weight, boxes, isGenuine, label, isMain, name: `reason-${label}` };
  };
  return [
    // Weak signs beside strong ones would only hide them.
    ...side(1).map((one, index) => entry(one, index, index < 3 && (index === 0 || one.weight >= 0.5))),
    ...side(-1).map((one, index) => entry(one, index, index < 2)),
  ];
}

/** A reason as a button that lights its words. */
export function reasonItem(reason, lights, figures) {
  const quote = reason.quote.replace(/\s*\n\s*/g, ' ');
  return make('li', {}, make('button', {
    id: reason.name, class: `reason${genuine([reason]) || ''}`, 'data-reasons': reason.name, 'aria-pressed': 'false',
    ...lights.listeners(reason.name, () => figures.querySelector(`[data-reasons~="${reason.name}"]`)),
  },
  make('span', { class: 'tag', 'aria-hidden': 'true' }, reason.label),
  make('span', { class: 'what' },
    make('strong', {}, visible(reason.title)),
    quote && make('q', {}, said(quote.length > 140 ? `${quote.slice(0, 140)} …` : quote)),
    !reason.isGenuine && make('span', { class: 'strength' }, say(`sign-${reason.weight >= 2 ? 'strong' : reason.weight >= 1 ? 'clear' : 'small'}`)))));
}
