/** Words of questions that say nothing about what is asked. */
const EMPTY = new Set(
  'a an and are as at be by can do does for from get how i if in is it its me my no not of on one or so that the then there this to use was what when where which who why will with you your'.split(
    ' ',
  ),
);

/** What counts in the search: words of headings more than text, guides more than lists, the changelog least. */
export const weights = {
  fuzzy: 0.15,
  prefix: true,
  processTerm: (term: string): string | null => {
    const word = term.toLowerCase();
    return EMPTY.has(word) ? null : word;
  },
  boost: {title: 4, text: 2, titles: 1},
  boostDocument: (id: string): number => {
    if (/\/changelog\.html/.test(id)) return 0.1;
    if (/\/(?:contributing|security|types|examples|glossary)\.html/.test(id)) return 0.4;
    return /\/(?:api|errors|capture-|seal-|protection-)[\w-]*\.html#/.test(id) ? 0.7 : 1;
  },
};
