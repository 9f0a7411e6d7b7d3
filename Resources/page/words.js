// The words of the page in its language, which the server has as patterns: ICU's MessageFormat, as far as Sources/Texts knows it.

const { lang } = document.documentElement;
const patterns = await (await fetch(`page/texts.json?language=${lang}`)).json();
const rules = new Intl.PluralRules(lang);
const lists = new Intl.ListFormat(lang);

// A pair of braces with pairs in it: a choice within a choice, and a value in that.
const block = (depth) => `\\{(?:[^{}]${depth ? `|${block(depth - 1)}` : ''})*\\}`;
const blocks = new RegExp(`(${block(4)})`);
const branches = new RegExp(`([=\\w-]+)\\s*(${block(3)})`, 'g');

function filled(pattern, values, number) {
  return pattern.split(blocks).flatMap((part, index) => {
    if (index % 2 === 0) return number === undefined ? part : part.replaceAll('#', number);
    const inside = part.slice(1, -1);
    const [name, kind] = inside.split(',', 2).map((word) => word.trim());
    const value = values[name];
    if (!kind) return value?.nodeType ? value : String(value);
    const choices = Object.fromEntries([...inside.matchAll(branches)].map(([, choice, text]) => [choice, text.slice(1, -1)]));
    const isPlural = kind === 'plural';
    return filled(choices[isPlural ? `=${value}` : value] ?? choices[isPlural && rules.select(value)] ?? choices.other, values, isPlural ? value : number);
  });
}

/** The parts of a text whose values may be elements. */
export const parts = (key, values) => filled(patterns[key], values);

/** A text with its values; undefined if the page has none of this name. */
export const say = (key, values) => patterns[key] && parts(key, values).join('');

/** Texts as a list in a sentence. */
export const listed = (texts) => lists.format(texts);
