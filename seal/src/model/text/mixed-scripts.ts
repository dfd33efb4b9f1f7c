/** Scripts whose letters look like those of others, or combine with them, by their code in ISO 15924. */
const scripts = (
  'Latn Cyrl Grek Armn Cher Copt Goth Lisu Tfng Geor Hang Hani Hira Kana Bopo Arab Hebr Deva Beng Guru Gujr Taml ' +
  'Telu Knda Mlym Sinh Thai Laoo Khmr Mymr Ethi Tibt Mong Nkoo'
)
  .split(' ')
  .map((code) => [code, new RegExp(`\\p{Script_Extensions=${code}}`, 'u')] as const);

/**
 * What honest names combine (UTS 39, "moderately restrictive"): the scripts of Japanese, Korean and Chinese with Latin
 * letters, and Latin letters with one script that has no letters that look like them.
 */
const together = [
  'Latn Hani Hira Kana',
  'Latn Hani Hang',
  'Latn Hani Bopo',
  ...'Geor Arab Hebr Deva Beng Guru Gujr Taml Telu Knda Mlym Sinh Thai Laoo Khmr Mymr Ethi Tibt'
    .split(' ')
    .map((other) => `Latn ${other}`),
].map((codes) => codes.split(' '));

/** Characters of a name that are looked at. */
const LONGEST = 1_000;
const plain = /^[ -~]*$/;

/**
 * The scripts that a name mixes as no honest name does, by their codes in ISO 15924: "Аdobe" with a Cyrillic А mixes
 * Cyrillic and Latin. Empty for a name in one script.
 */
export function mixedScripts(name: string): string[] {
  if (plain.test(name)) return [];
  // A letter may belong to several scripts; those of no script in particular, and unknown ones, say nothing.
  const letters = [...new Set(name.slice(0, LONGEST).match(/\p{L}/gu))].flatMap((letter) => {
    const found = scripts.flatMap(([code, pattern]) => (pattern.test(letter) ? [code] : []));
    return found.length > 0 ? [found] : [];
  });
  const isWithin = (allowed: readonly string[]): boolean =>
    letters.every((of) => of.some((code) => allowed.includes(code)));
  if (scripts.some(([code]) => isWithin([code])) || together.some(isWithin)) return [];
  return [...new Set(letters.map(([first = '']) => first))];
}

/** The names of scripts in a language. */
export function scriptNames(codes: readonly string[], locale: string): string[] {
  const names = new Intl.DisplayNames([locale], {type: 'script'});
  return codes.map((code) => names.of(code) ?? code).sort((a, b) => a.localeCompare(b, locale));
}
