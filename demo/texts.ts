import english from './texts/en.json' with {type: 'json'};

export type Texts = Readonly<typeof english>;

/** The languages beside English, which is in the HTML. */
const languages: Readonly<Record<string, () => Promise<{default: Texts}>>> = {
  ar: () => import('./texts/ar.json', {with: {type: 'json'}}),
  de: () => import('./texts/de.json', {with: {type: 'json'}}),
  es: () => import('./texts/es.json', {with: {type: 'json'}}),
  fr: () => import('./texts/fr.json', {with: {type: 'json'}}),
  it: () => import('./texts/it.json', {with: {type: 'json'}}),
  ja: () => import('./texts/ja.json', {with: {type: 'json'}}),
  nl: () => import('./texts/nl.json', {with: {type: 'json'}}),
  pl: () => import('./texts/pl.json', {with: {type: 'json'}}),
  pt: () => import('./texts/pt.json', {with: {type: 'json'}}),
};

let texts: Texts = english;

/** A text in the page's language, with `{name}` replaced by the value of that name. */
export const say = (key: keyof Texts, values: Record<string, string | number> = {}): string =>
  texts[key].replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]));

/** The first language that the page has: of `?lang=`, the menu in an earlier visit, or the browser. */
function chosenLanguage(): string {
  const wished = [
    new URLSearchParams(location.search).get('lang'),
    localStorage.getItem('language'),
    ...navigator.languages,
  ].map((tag) => tag?.toLowerCase().split('-')[0] ?? '');
  return wished.find((language) => language === 'en' || language in languages) ?? 'en';
}

/** The menu with which a visitor chooses another language. */
function startMenu(menu: HTMLSelectElement, language: string): void {
  menu.addEventListener('change', () => {
    localStorage.setItem('language', menu.value);
    const address = new URL(location.href);
    address.searchParams.delete('lang');
    location.assign(address);
  });
  menu.value = language;
}

/**
 * Shows the page in the visitor's language; the elements follow its `lang`. The page's own texts stay English if that language
 * cannot be loaded.
 */
export async function startLanguage(): Promise<void> {
  const language = chosenLanguage();
  const menu = document.querySelector<HTMLSelectElement>('#language');
  if (menu) startMenu(menu, language);
  // At once, so that the elements load the same language.
  document.documentElement.lang = language;
  document.documentElement.dir = language === 'ar' ? 'rtl' : 'ltr';
  try {
    const loaded = await languages[language]?.();
    if (!loaded) return;
    texts = loaded.default;
  } catch (error) {
    console.warn(error);
    return;
  }
  for (const root of [
    document,
    ...[...document.querySelectorAll('template')].map((t) => t.content),
  ])
    translate(root);
}

function translate(root: ParentNode): void {
  for (const element of root.querySelectorAll<HTMLElement>('[data-text]'))
    element.textContent = say(element.dataset['text'] as keyof Texts);
  for (const element of root.querySelectorAll<HTMLElement>('[data-label]'))
    element.ariaLabel = say(element.dataset['label'] as keyof Texts);
}

/** E.g. "174 kB". */
export const sizeOf = ({size}: Blob): string =>
  new Intl.NumberFormat(document.documentElement.lang, {
    style: 'unit',
    unit: 'kilobyte',
    maximumFractionDigits: 0,
  }).format(size / 1000);
