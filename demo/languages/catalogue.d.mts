export const languages: readonly string[];
export function readCatalogue(language: string): Record<string, unknown>;

/** Parsed messages by case; by `undefined` if there are no cases. */
export type Messages = ReadonlyMap<string | undefined, readonly object[]>;
export interface Term {
  group: string;
  cases: readonly string[];
  parameters: readonly {name: string; type: string; optional: boolean}[];
  messages: Messages;
}
export function termsOf(english: Record<string, unknown>): ReadonlyMap<string, Term>;
export function translationsOf(
  catalogue: Record<string, unknown>,
  language: string,
  terms: ReadonlyMap<string, Term>,
): ReadonlyMap<string, Messages>;
