/** What counts in the search: words of headings more than text, guides more than lists, the changelog least. */
export const weights = {
  fuzzy: 0.15,
  prefix: true,
  boost: {title: 4, text: 2, titles: 1},
  boostDocument: (id: string): number => {
    if (/\/changelog\.html/.test(id)) return 0.1;
    if (/\/(?:contributing|security|types|examples|glossary)\.html/.test(id)) return 0.4;
    return /\/(?:api|errors|capture-|seal-|protection-)[\w-]*\.html#/.test(id) ? 0.7 : 1;
  },
};
