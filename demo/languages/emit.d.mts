import type {Messages, Term} from './catalogue.mjs';

export function emitter(
  language: string,
  fixed?: Readonly<Record<string, string>>,
): {
  term(name: string, of: Term, messages: Messages): {property: string; tables: readonly string[]};
};
