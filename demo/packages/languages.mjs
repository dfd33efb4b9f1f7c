/** The languages of the elements beside English; each is a folder of `src/elements/strings`. */
export const languages = ['ar', 'de', 'es', 'fr', 'it', 'ja', 'nl', 'pl', 'pt'];
