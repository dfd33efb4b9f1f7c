/** The languages that the elements have beside English: each a folder of `src/elements/strings`. */
export const languages = ['ar', 'de', 'es', 'fr', 'it', 'ja', 'nl', 'pl', 'pt'];
