// Whatever comes from a message or the server becomes text here. Nothing is ever parsed as markup.

// Signs without a width, which only part letters that belong together.
const empty = /[\u00AD\u180E\u200B\u2060-\u2064\uFEFF]/g;
// Signs that turn the direction of a line, or that nobody writes. They are shown by their number.
const turning = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u206F]/g;

export function visible(text) {
  return String(text ?? '').replace(empty, '').replace(turning, (sign) => `⟨U+${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}⟩`);
}

/** Makes an element. Names that begin with `on` are listeners; a string among the children becomes a text node. */
export function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true ? '' : value);
  }
  element.append(...children.flat(9).filter(Boolean));
  return element;
}

/** A paragraph. */
export const p = (...children) => make('p', {}, ...children);

/** Words of a message: their direction is their own and reaches no further. */
export function said(text, attributes = {}) {
  return make('bdi', { dir: 'auto', ...attributes }, visible(text));
}

export function list(name, items, attributes = {}) {
  return make(name, attributes, items.map((item) => make('li', {}, item)));
}

/** A section of an answer. */
export const card = (id, title, ...children) => make('section', { class: `card ${id}`, 'aria-labelledby': `${id}-title` }, make('h3', { id: `${id}-title` }, title), ...children);

/** A section that is opened by whoever wants it. */
export const fold = (id, title, ...children) => make('details', { class: `card ${id}` }, make('summary', {}, title), ...children);

const svg = 'http://www.w3.org/2000/svg';

/** A shape for each level, so that none is told by its colour alone. */
const shapes = {
  high: ['M20 4h24l16 16v24L44 60H20L4 44V20z', 'M32 16v20M32 46v.1'],
  medium: ['M32 5 62 58H2z', 'M32 24v16M32 49v.1'],
  low: ['M32 3a29 29 0 1 1 0 58 29 29 0 0 1 0-58z', 'M19 33l9 9 18-19'],
  unknown: ['M4 4h56v56H4z', 'M23 25a9 9 0 1 1 13 8c-3 2-4 3-4 6M32 48v.1'],
};

export function shape(level) {
  const drawing = document.createElementNS(svg, 'svg');
  drawing.setAttribute('viewBox', '0 0 64 64');
  drawing.setAttribute('aria-hidden', 'true');
  drawing.setAttribute('class', 'shape');
  (shapes[level] ?? shapes.unknown).forEach((d, index) => {
    const path = document.createElementNS(svg, 'path');
    path.setAttribute('d', d);
    path.setAttribute('class', index ? 'sign' : 'ground');
    drawing.append(path);
  });
  return drawing;
}
