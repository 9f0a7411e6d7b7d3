// Links and contacts of a message: shown in full, never to be tapped, with what is odd about them underlined.
import { fold, list, make, p, said, visible } from './elements.js';
import { parts, say } from './words.js';

// Labels that end an address. One before the end dresses it up as another one.
const endings = /^(com|net|org|gov|edu|co|info|bank)$/;

/** The parts of an address in their order. `before` is what stands in the host before the domain that somebody registered. */
function partsOf({ text, registrable_domain: domain }) {
  const [, scheme = '', user = '', host, rest] = /^([a-z][a-z0-9+.-]*:\/\/)?([^/?#]*@)?([^/?#]*)(.*)$/is.exec(text);
  const at = domain ? host.toLowerCase().lastIndexOf(domain.toLowerCase()) : 0;
  return { scheme, user, before: host.slice(0, Math.max(0, at)), domain: host.slice(Math.max(0, at)), rest };
}

/** What is odd about an address as far as its letters say: a sentence for each part that is to be underlined. */
function oddities({ scheme, user, before, domain }) {
  const host = before + domain;
  return [
    user && ['user', say('odd-user')],
    /[^\x00-\x7F]|(^|\.)xn--/i.test(host) && ['domain', say('odd-letters')],
    /^(\d+\.){3}\d+(:\d+)?$|^\[/.test(host) && ['domain', say('odd-number')],
    before.toLowerCase().split('.').some((label) => endings.test(label)) && ['before', say('odd-dressed')],
    /^http:/i.test(scheme) && ['', say('odd-plain')],
  ].filter(Boolean);
}

const safe = (text) => visible(text).replace(/\./g, '[.]').replace(/^http/i, 'hxxp');
// Left to right, so that no letter of another script can turn the order of the parts.
const address = (...children) => make('bdi', { dir: 'ltr', class: 'address' }, ...children);

function link(entity, isNamed) {
  const pieces = partsOf(entity);
  const odd = oddities(pieces);
  // The rules' findings, which stand among the reasons, are about the domain: whom it imitates, or its ending.
  const isOdd = (part) => odd.some(([name]) => name === part) || (part === 'domain' && isNamed);
  return [
    address(Object.entries(pieces).map(([part, text]) => {
      const shown = part === 'rest' ? visible(text) : safe(text);
      const marked = isOdd(part) ? make('u', { class: 'odd' }, shown) : shown;
      return shown && (part === 'domain' ? make('strong', {}, marked) : marked);
    })),
    entity.registrable_domain && p(parts('leads-to', { address: address(make('strong', {}, safe(entity.registrable_domain))) })),
    notes(odd.map(([, why]) => why)),
  ];
}

const notes = (some) => some.length && list('ul', some, { class: 'notes' });

/** One of several readings; letters that differ from the likeliest one's are underlined. */
function reading({ value, odds }, _, [first]) {
  const [letters, others] = [value, first.value].map((text) => [...text.replace(/^http/i, 'hxxp')]);
  const written = letters.map((letter, index) => (letters.length === others.length && letter !== others[index] ? make('u', { class: 'odd' }, safe(letter)) : safe(letter)));
  return make('li', {}, parts('reading', { address: address(written), percent: Math.round(odds * 100) }));
}

function entry(entity, findings) {
  const isLink = entity.kind === 'url';
  const isNamed = findings.some((finding) => squeezed(finding.quote).includes(squeezed(entity.text)));
  const seen = entity.seen?.replace(/\s/g, '');
  return make('li', { class: 'entity' },
    make('span', { class: 'kind' }, say(`kind-${entity.kind}`)),
    isLink ? link(entity, isNamed) : said(entity.kind === 'email' ? safe(entity.text) : entity.text, { class: 'address' }),
    entity.source === 'code' && p(say('from-code')),
    seen && seen !== entity.text && p(parts('seen-as', { address: address(safe(seen)) })),
    entity.readings && [p(say('readings')), make('ul', {}, entity.readings.map(reading))]);
}

/** The section of links and contacts, if the message has any. */
export function links(result) {
  const entities = result.entities.filter((entity) => say(`kind-${entity.kind}`));
  const findings = result.findings.filter((finding) => finding.rule.startsWith('link.') && finding.weight >= 0.5);
  return entities.length && fold('links', say('links'),
    entities.some((entity) => entity.kind === 'url') && make('p', { class: 'hint' }, say('links-hint')),
    make('ul', { class: 'entities' }, entities.map((entity) => entry(entity, findings))));
}

const squeezed = (text) => (text ?? '').replace(/\s/g, '').toLowerCase();
