/**
 * How dictated words join the text around the caret: one space where words meet, none before punctuation, a capital
 * where a sentence begins and none in the midst of one. Changes nothing else of what was said. Pure.
 */

/** A name, a month or the like keeps its capital in the midst of a sentence. */
const NAMES = new Set(
  (
    'Achilles Adamkiewicz Alzheimer Baker Bankart Barrett Bartholin Behcet Bosniak Bochdalek Broca Budd Castleman Chagas ' +
    'Chiari Chilaiditi Cooper Couinaud Crohn Cushing Dandy Doppler Douglas Eustachian Ewing Fallopian Fleischner Gartner ' +
    'Gerota Gleason Graves Hartmann Hashimoto Hill Hirschsprung Hodgkin Hoffa Hounsfield Huntington Kaposi Kerley Kienbock ' +
    'Klatskin Krukenberg Langerhans Leriche Lisfranc Luschka Magendie Marfan Meckel Meniere Mirizzi Modic Monro Morgagni ' +
    'Morison Morgan Mullerian Nabothian Osgood Paget Pancoast Parkinson Perthes Peyronie Pfirrmann Poirier Rathke Riedel ' +
    'Rosenmuller Schatzki Scheuermann Schmorl Segond Sjogren Spigelian Stafne Sylvian Takayasu Tarlov Treitz Vater ' +
    'Virchow Waldeyer Warthin Wegener Wernicke Wharton Willis Wilms Wilson ' +
    'January February March April May June July August September October November December ' +
    'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'
  ).split(' '),
);

/** Where a sentence, a list item or a section begins. */
const SENTENCE_START = /(?:^|[.!?:]|\n)\s*(?:[-•*]\s*|\d+[.)]\s*)?$/;
const OPENS = /[\s([{/"“'-]$/;
const CLOSES = /^[\s.,;:!?)\]}%/"”]/;
const UNIT = /(mm|cm|m|ml|cc|HU|degrees|%)\.?$/;

/** `words` as they are to be put between `before` and `after`. */
export function joined(before: string, words: string, after: string): string {
  const layout = words.match(/^[^\S\n]*(\n+)[^\S\n]*/);
  const said = layout ? words.slice(layout[0].length) : words.trimStart();
  const start = layout?.[1] ?? '';
  if (!said) return start;
  const cased = withCase(said, before + start);
  const fitted = fittedEnd(cased, after);
  const space = !start && before && !OPENS.test(before) && !CLOSES.test(fitted) ? ' ' : '';
  const needsSpaceBehind = after && !CLOSES.test(after) && !/[\s(-]$/.test(fitted);
  return start + space + fitted + (needsSpaceBehind ? ' ' : '');
}

function withCase(words: string, before: string): string {
  const first = words.match(/^\p{L}+(?:'\p{L}+)?/u)?.[0] ?? '';
  if (!first) return words;
  if (SENTENCE_START.test(before)) return first[0]?.toUpperCase() + words.slice(1);
  const isPlain = /^\p{Lu}\p{Ll}+$/u.test(first) || first === 'A';
  const joinsDigit = /^[-\d]/.test(words.slice(first.length));
  if (!isPlain || joinsDigit || NAMES.has(first.replace(/'s$/, ''))) return words;
  return first[0]?.toLowerCase() + words.slice(1);
}

/** What follows in the text already is not said twice: a full stop, and the unit behind a blank. */
function fittedEnd(words: string, after: string): string {
  const rest = after.match(/^[^\n]*/)?.[0] ?? '';
  if (!rest.trim()) return words;
  const unit = words.match(UNIT)?.[1];
  const behind = rest.trimStart();
  if (unit && (behind === unit || behind.startsWith(`${unit} `) || behind.startsWith(`${unit}.`))) {
    return words.replace(UNIT, '').trimEnd();
  }
  // A sentence goes on behind it: the stop that ends the dictated stretch does not end it.
  const goesOn = /^[\p{Ll}\d.,;:)]/u.test(behind);
  return goesOn ? words.replace(/\.$/, '') : words;
}
