const KEY = 'sealed-capture:framework';

/** The framework that the reader has chosen on any page; at first plain HTML. */
export const chosenFramework = (): string => localStorage.getItem(KEY) ?? 'HTML';

export const chooseFramework = (name: string): void => localStorage.setItem(KEY, name);
